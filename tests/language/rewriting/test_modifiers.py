"""Relative clauses, participles and names set beside a noun."""

from golden_forms import golden

PAIRS = [
    ("relative-reduced", "The terms that were used before are old.", "The terms used before are old."),
    ("relative-reduced", "She saw a man who was singing a song.", "She saw a man singing a song."),
    ("participle-expanded", "Toxicity tests require various steps involving water.", "Toxicity tests require various steps that involve water."),
    ("participle-expanded", "He saw a ridge overlooking the river.", "He saw a ridge that overlooked the river."),
    ("relative-pronoun-dropped", "The fees that they charge are high.", "The fees they charge are high."),
    ("relative-pronoun-added", "It was the last film we saw.", "It was the last film that we saw."),
    ("apposition-swapped", "The president, Mary Smith, sang a song.", "Mary Smith, the president, sang a song."),
    ("relative-pronoun-exchanged", "We saw a film that pleased us.", "We saw a film which pleased us."),
    ("relative-pronoun-exchanged", "We saw a film which pleased us.", "We saw a film that pleased us."),
    ("relative-pronoun-exchanged", "People who sing are happy.", "People that sing are happy."),
    ("relative-pronoun-exchanged", "He knew a man that sold cars.", "He knew a man who sold cars."),
]  # fmt: skip

REFUSED = [
    ("relative-reduced", "The man who sings is here."),
    ("participle-expanded", "He criticized actions regarding the war."),
    ("participle-expanded", "The man smiling is here."),
    ("relative-pronoun-dropped", "The man that sings is here."),
    ("relative-pronoun-added", "It was the last time we met."),
    ("relative-pronoun-dropped", "It features such bad characters that its outcome hardly matters."),
    ("relative-pronoun-exchanged", "The film, which pleased us, is old."),
    ("relative-pronoun-exchanged", "It was the film that pleased us."),
    ("relative-pronoun-exchanged", "The only film that pleased us is old."),
    ("relative-pronoun-exchanged", "He denied the fact that forced treatment is wrong."),
    ("relative-pronoun-exchanged", "Mary, who sings, is here."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
