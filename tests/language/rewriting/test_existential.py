""" "There is" put in and taken out."""

from golden_forms import golden

PAIRS = [
    ("there-inserted", "A man is in the room.", "There is a man in the room."),
    ("there-inserted", "In the park, a man is playing a guitar.", "In the park, there is a man playing a guitar."),
    ("there-removed", "There was a white coat hanging by the door.", "A white coat was hanging by the door."),
    ("there-removed", "There are no major rivers in China .", "No major rivers are in China ."),
    ("there-with-relative", "Many representatives believe the story.", "There are many representatives that believe the story."),
    ("there-with-relative", "A small hole appeared in the ground.", "There was a small hole that appeared in the ground."),
    ("there-with-relative-removed", "There are women in Turkey who prefer it .", "Some women in Turkey prefer it ."),
    ("exists", "There is no surplus in the budget.", "No surplus exists in the budget."),
    ("exists", "There 's a dramatic difference between the two .", "A dramatic difference exists between the two ."),
]  # fmt: skip

REFUSED = [
    ("there-inserted", "The man is in the room."),
    ("there-inserted", "Managers are finding that it works."),
    ("there-removed", "There is a way."),
    ("there-with-relative", "A dog eats meat."),
    ("there-with-relative", "One important step is spreading the cloth."),
    ("there-with-relative", "All dogs ate meat."),
    ("exists", "Is there a surplus in the budget?"),
    ("exists", "There are men with hats."),
    ("exists", "There is a button on the page that is easy to use."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
