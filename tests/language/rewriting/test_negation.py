""" "No" and "not any", "never" and "not ever"."""

from golden_forms import golden

PAIRS = [
    ("no-for-not-any", "I don't have any children.", "I have no children."),
    ("no-for-not-any", "She did not see anything .", "She saw nothing ."),
    ("no-for-not-any", "It does not grow any garlic.", "It grows no garlic."),
    ("no-for-not-any", "We have not seen anything.", "We have seen nothing."),
    ("not-any-for-no", "The room has no windows.", "The room does not have any windows."),
    ("not-any-for-no", "There is no work now.", "There is not any work now."),
    ("not-any-for-no", "so there's no checks .", "so there's not any checks ."),
    ("not-any-for-no", "They found nothing.", "They did not find anything."),
    ("not-ever", "Jon had never met her.", "Jon had not ever met her."),
    ("not-ever", "i never saw it .", "i did not ever see it ."),
    ("never-first", "They have never attacked religions.", "Never have they attacked religions."),
    ("never-first", "She never sang.", "Never did she sing."),
]  # fmt: skip

REFUSED = [
    ("no-for-not-any", "I don't have children."),
    ("not-any-for-no", "The answer is no."),
    ("not-any-for-no", "She is no longer here."),
    ("not-ever", "She is not here."),
    ("never-first", "In 1999, she never sang."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
