"""The possessor before and behind."""

from golden_forms import golden

PAIRS = [
    ("of-genitive", "Jon fired into the assassin's face.", "Jon fired into the face of the assassin."),
    ("of-genitive", "The president 's policy failed .", "The policy of the president failed ."),
    ("s-genitive", "The roots of the tree can find water.", "The tree's roots can find water."),
    ("s-genitive", "He knew the latest plans of this city .", "He knew this city 's latest plans ."),
    ("of-added", "All the rooms have balconies.", "All of the rooms have balconies."),
    ("of-added", "She has read all his essays.", "She has read all of his essays."),
    ("of-dropped", "All of the rooms have balconies.", "All the rooms have balconies."),
    ("of-dropped", "She has read half of these essays.", "She has read half these essays."),
]  # fmt: skip

REFUSED = [
    ("of-genitive", "It was last year's film."),
    ("of-genitive", "She bought women's shoes."),
    ("s-genitive", "The city of Rome is old."),
    ("s-genitive", "A lot of the cake was left."),
    ("s-genitive", "The man of the year won."),
    ("of-genitive", "miller 's film is a fine one ."),
    ("of-genitive", "When will the sun's energy end?"),
    ("of-genitive", "He met Kosanović's secretary Charlotte Muzar."),
    ("of-genitive", "Jon Smith's horse fell."),
    ("of-added", "She worked all the time."),
    ("of-added", "They sang all the years."),
    ("of-dropped", "All of us sang."),
    ("of-dropped", "All of it was new."),
    ("s-genitive", "To the southwest of the forest, take the road."),
    ("s-genitive", "The teams respond in the event of the incident."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
