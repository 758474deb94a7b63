"""How texts go through a network: packed without padding, each distinct row computed once."""
