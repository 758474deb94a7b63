"""Active and passive: helping verbs, agreement, case of pronouns, and what has no passive."""

from golden_forms import golden

PAIRS = [
    ("passive", "They ordered a van.", "A van was ordered by them."),
    ("passive", "She has never attacked the religions.", "The religions have never been attacked by her."),
    ("passive", "The girl will forget this quarrel .", "This quarrel will be forgotten by the girl ."),
    ("passive", "The EPA did not prepare the statements.", "The statements were not prepared by the EPA."),
    ("passive", "He doesn't trust the dogs.", "The dogs aren't trusted by him."),
    ("passive", "The storm is damaging the roofs.", "The roofs are being damaged by the storm."),
    ("passive", "We threw the newspaper away.", "The newspaper was thrown away by us."),
    ("passive", "I recommended the book to students.", "The book was recommended to students by me."),
    ("passive", "Many critics lauded him.", "He was lauded by many critics."),
    ("active", "The bridge was built by the townspeople in 1900.", "The townspeople built the bridge in 1900."),
    ("active", "He was not amused by the joke.", "The joke did not amuse him."),
    ("active", "Interpreters will be provided by the company .", "The company will provide interpreters ."),
    ("active", "It is being influenced by them.", "They are influencing it."),
    ("active", "The men have been written off by the pundits.", "The pundits have written off the men."),
    ("passive-of-clause", "Many historians argue that the war was lost.", "It is argued by many historians that the war was lost."),
]  # fmt: skip

REFUSED = [
    ("passive", "Exhibit 3 presents total emissions of NOx and SO2 from all sectors , including power ."),
    ("passive", "He has a van."),
    ("passive", "The show lasted two hours."),
    ("passive", "They hurt themselves."),
    ("passive", "He sold his house."),
    ("passive", "He did not eat anything."),
    ("passive", "Everyone loves somebody."),
    ("passive", "She came and ate the cake."),
    ("passive", "Smiling at me, she opened the door."),
    ("active", "The house was built by the river by 1900."),
    ("active", "Prices were raised by 10 percent."),
    ("passive-of-clause", "It shows that she was right."),
    ("passive", "Her tale suggests that young children denied these supports can still profit from them."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
