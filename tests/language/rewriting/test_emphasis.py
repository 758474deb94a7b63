""" "Do" put in and taken out, the subject said twice, and what is a fact."""

from golden_forms import golden

PAIRS = [
    ("emphatic-do", "She sang a song.", "She did sing a song."),
    ("emphatic-do", "They already have a list.", "They do already have a list."),
    ("emphatic-do", "He came and saw it.", "He did come and see it."),
    ("do-left-out", "Party lines do have an advantage.", "Party lines have an advantage."),
    ("do-left-out", "She did sing it.", "She sang it."),
    ("subject-repeated", "He winced and apologized.", "He winced and he apologized."),
    ("subject-repeated", "Boilermakers work on steel and have no other projects.", "Boilermakers work on steel and they have no other projects."),
    ("be-sure", "Watch the road ahead .", "Be sure to watch the road ahead ."),
    ("be-sure", "Don't miss the open market!", "Be sure not to miss the open market!"),
    ("do-told", "Follow the stairs at the right.", "Do follow the stairs at the right."),
    ("fact", "China is better at it than the US .", "The fact is that China is better at it than the US ."),
    ("fact", "1,634 people gave money to the party.", "The fact is that 1,634 people gave money to the party."),
    ("subject-repeated", "She can study the pattern and tell what it will do.", "She can study the pattern and she can tell what it will do."),
    ("subject-repeated", "The rock has a soft texture and can be bought here.", "The rock has a soft texture and it can be bought here."),
    ("subject-repeated", "I like him, but would still leave.", "I like him, but I would still leave."),
]  # fmt: skip

REFUSED = [
    ("emphatic-do", "The museum re-creates the lifestyle."),
    ("emphatic-do", "She is here."),
    ("emphatic-do", "They signed the paper, but were concerned about the end."),
    ("emphatic-do", "She did not sing."),
    ("do-left-out", "She does not sing."),
    ("subject-repeated", "The man winced and apologized."),
    ("be-sure", "Figure 2.2 breaks it down."),
    ("be-sure", "Thank you for the book."),
    ("do-told", "Don't miss the open market!"),
    ("fact", "Does she sing?"),
    ("fact", "Sing a song."),
    ("emphatic-do", "Indeed, they said."),
    ("emphatic-do", "Her?'' he asked with a shocked tone."),
    ("fact", "Her?'' he asked with a shocked tone."),
    ("emphatic-do", "A man who has through prayer determined to be reborn is called a saint."),
    ("subject-repeated", "I felt tired and drained."),
    ("subject-repeated", "Few critics came and saw it."),
    ("subject-repeated", "They looked for and found the key."),
    ("subject-repeated", "They must be pushed back and left there."),
    ("emphatic-do", "Are you ready? Jon asked Adrin."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
