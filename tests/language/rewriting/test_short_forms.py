"""Short forms of verbs and of "not", and the same written out."""

from golden_forms import golden

PAIRS = [
    ("written-out", "It isn't cheap.", "It is not cheap."),
    ("written-out", "It is n't cheap .", "It is not cheap ."),
    ("written-out", "We won't stay, and they can't.", "We will not stay, and they can not."),
    ("written-out", "I've seen it, and she's seen it.", "I have seen it, and she has seen it."),
    ("written-out", "I'd say they'd left.", "I would say they had left."),
    ("written-out", "You'd better go.", "You had better go."),
    ("short-form", "It is not cheap.", "It isn't cheap."),
    ("short-form", "It is not cheap .", "It is n't cheap ."),
    ("short-form", "She will not stay.", "She won't stay."),
    ("short-form", "We have seen it.", "We've seen it."),
    ("short-form", "I am sure they will stay.", "I'm sure they'll stay."),
]  # fmt: skip

REFUSED = [
    (
        "written-out",
        "the movie 's rather simple plot and old-fashioned charm play well with the cast .",
    ),
    ("written-out", "The film's end is sad."),
    ("written-out", "Isn't it cheap?"),
    ("written-out", "It ain't cheap."),
    ("written-out", "Let's go home."),
    ("short-form", "Is it not cheap?"),
    ("short-form", "I know what it is."),
    ("short-form", "It was better than it is now."),
    ("short-form", "We have a van."),
    ("short-form", "The van is old."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
