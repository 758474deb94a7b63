"""What is put between "it is" and "that", and what cannot be."""

from golden_forms import golden

PAIRS = [
    ("it-cleft-object", "They ordered a van ,", "It was a van that they ordered ,"),
    ("it-cleft-subject", "The woman kicked the ball.", "It was the woman that kicked the ball."),
    ("it-cleft-subject", "Mary Smith sings well.", "It is Mary Smith who sings well."),
    ("it-cleft-subject", "They were sad.", "It was they who were sad."),
    ("it-cleft-subject", "the actors are astounding .", "it is the actors that are astounding ."),
    ("it-cleft-object", "We sold the van.", "It was the van that we sold."),
    ("it-cleft-object", "The cook didn't bring the goose .", "It was the goose that the cook didn't bring ."),
    ("it-cleft-adjunct", "In 1923, the earthquake destroyed many homes.", "It was in 1923 that the earthquake destroyed many homes."),
    ("it-cleft-adjunct", "She left because it rained.", "It was because it rained that she left."),
]  # fmt: skip

REFUSED = [
    ("it-cleft-subject", "Many people saw the film."),
    ("it-cleft-subject", "There is a man in the room."),
    ("it-cleft-subject", "It rained."),
    ("it-cleft-subject", "Is the woman here?"),
    ("it-cleft-subject", "The star is Mary."),
    ("it-cleft-object", "A school opened its doors."),
    ("it-cleft-object", "We sold no vans."),
    ("it-cleft-adjunct", "In 1923, she did not sing."),
    ("it-cleft-adjunct", "They named her after the queen."),
    ("it-cleft-object", "They transported Tesla's ashes from the United States to Belgrade."),
    ("it-cleft-subject", "Penrith and Blencathra are also Celtic names."),
    ("it-cleft-subject", "The fact remains that nothing was said."),
    ("it-cleft-subject", "With rapid replenishment inventory risk is taken by the manufacturer."),
    ("it-cleft-object", "They keep a close eye on their houses."),
    ("it-cleft-adjunct", "At the same time, children can sing."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
