"""Helping verbs, and what says the same."""

from golden_forms import golden

PAIRS = [
    ("possible-for", "You can travel light.", "It is possible for you to travel light."),
    ("possible-for", "She cannot sing it.", "It is not possible for her to sing it."),
    ("may-be-that", "Clinton may have met a woman.", "It may be that Clinton has met a woman."),
    ("able-to", "Surveys can estimate the cost.", "Surveys are able to estimate the cost."),
    ("able-to", "I can't drive.", "I am not able to drive."),
    ("able-to", "You cannot take it.", "You are not able to take it."),
    ("going-to", "They'll try it.", "They are going to try it."),
    ("can", "We are able to work on it.", "We can work on it."),
    ("have-to", "The worker must leave the country.", "The worker has to leave the country."),
    ("must", "You have to pay for that.", "You must pay for that."),
    ("ought-to", "We should think about it.", "We ought to think about it."),
    ("going-to", "You won't need it.", "You aren't going to need it."),
    ("going-to", "Interpreters will be provided .", "Interpreters are going to be provided ."),
    ("will-for-going-to", "She is going to do that.", "She will do that."),
    ("able-to", "She can stroll or sing.", "She is able to stroll or sing."),
    ("possible-for", "You can stroll or take a seat.", "It is possible for you to stroll or take a seat."),
    ("going-to", "She will stroll and sing.", "She is going to stroll and sing."),
]  # fmt: skip

REFUSED = [
    ("possible-for", "You must not sing."),
    ("possible-for", "You can't stay here!"),
    ("possible-for", "It can be hard."),
    ("may-be-that", "She may not sing."),
    ("have-to", "It must be hard."),
    ("going-to", "She will have sung."),
    ("can", "We were able to work on it."),
    ("will-for-going-to", "Ask if she is going to do that."),
    ("will-for-going-to", "She was going to do that."),
    ("will-for-going-to", "Today we're going to auntie Basia's birthday party."),
    ("able-to", "She can sing and will dance."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
