"""How texts go through a network: packed without padding, each distinct row computed once."""

import os

# onnxruntime (1.32) keeps a number for this machine in the user's cache and sends it to its makers with what
# the machine is, unless it is told before its import. mohs sends nothing. A variable that is set stays so.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
