"""What is said put before the one that it is said of."""

from golden_forms import golden

PAIRS = [
    ("object-first", "They ordered a van.", "A van was what they ordered."),
    ("object-first", "Critics hate these films .", "These films are what critics hate ."),
    ("predicate-first", "The ground is totally flat.", "Totally flat is what the ground is."),
    ("predicate-first", "He was a good judge.", "A good judge was what he was."),
    ("predicate-first", "The plan is not good.", "Good is what the plan is not."),
    ("copula-turned", "The other item is the storage system.", "The storage system is the other item."),
    ("predicate-first", "You're the queen of the hill.", "The queen of the hill is who you are."),
]  # fmt: skip

REFUSED = [
    ("object-first", "They met the director."),
    ("object-first", "They did not order a van."),
    ("object-first", "They only ordered a van."),
    ("predicate-first", "It is good."),
    ("predicate-first", "She is able to sing."),
    ("copula-turned", "The star is a woman."),
    ("copula-turned", "He is the star."),
    ("predicate-first", "The following are examples."),
    ("predicate-first", "The AICPA is the American Institute of Certified Public Accountants."),
    (
        "predicate-first",
        "the movie 's rather simple plot and old-fashioned charm play well with the cast .",
    ),
    ("predicate-first", "The last thing he wants is a lollipop."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
