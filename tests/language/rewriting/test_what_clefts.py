"""What is put behind "what ... is", and what cannot be."""

from golden_forms import golden

PAIRS = [
    ("what-cleft-object", "They ordered a new van.", "What they ordered was a new van."),
    ("what-cleft-object", "The hall houses three fountains .", "What the hall houses is three fountains ."),
    ("what-cleft-clause", "He said that the message was urgent.", "What he said was that the message was urgent."),
    ("what-cleft-clause", "She wants to leave the town.", "What she wants is to leave the town."),
    ("what-cleft-verb", "The lawyer asked a question.", "What the lawyer did was ask a question."),
    ("what-cleft-verb", "The man shifted and cut the spear.", "What the man did was shift and cut the spear."),
    ("what-cleft-verb", "We must rely on the survey.", "What we must do is rely on the survey."),
    ("what-cleft-verb", "He is printing money.", "What he is doing is printing money."),
    ("what-cleft-verb", "We have taken a few steps.", "What we have done is take a few steps."),
    ("what-cleft-verb", "The politician didn't answer the question.", "What the politician didn't do was answer the question."),
    ("what-cleft-object", "I'd never seen this place before.", "What I'd never seen before was this place."),
    ("what-cleft-subject", "The film pleased the crowd.", "What pleased the crowd was the film."),
    ("what-cleft-subject", "The payments were improper.", "What was improper was the payments."),
    ("what-happened", "The man shook his head.", "What happened was that the man shook his head."),
    ("what-happened", "All requests were granted.", "What happened was that all requests were granted."),
    ("what-happened", "Others watched them.", "What happened was that others watched them."),
    ("what-cleft-verb", "Rulers fought for control of the valley.", "What rulers did was fight for control of the valley."),
]  # fmt: skip

REFUSED = [
    ("what-cleft-object", "They met the director."),
    ("what-cleft-object", "They took no steps."),
    ("what-cleft-object", "It lasted two hours."),
    ("what-cleft-clause", "She did not say that it was urgent."),
    ("what-cleft-verb", "She knows the answer."),
    ("what-cleft-verb", "The rule came into effect in 1998."),
    ("what-cleft-verb", "She did that."),
    ("what-cleft-verb", "We thank you for your help."),
    ("what-cleft-verb", "She sang no song."),
    ("what-cleft-subject", "Many films pleased the crowd."),
    ("what-cleft-subject", "The dog ate its food."),
    ("what-happened", "She sings."),
    ("what-happened", "She usually sang a song."),
    ("what-happened", "He had a dog."),
    ("what-cleft-subject", "The experienced pilots could not guide the ship."),
    ("what-cleft-subject", "State legislature gives money to the schools."),
    ("what-cleft-object", "We have taken a number of steps."),
    ("what-cleft-clause", "I only want to hear stories."),
    ("what-cleft-object", "It almost closed its doors."),
    ("what-cleft-object", "The accusations paved the way for his return."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
