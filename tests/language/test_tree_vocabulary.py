"""Words are learnt for a part of speech where they stood there often enough; texts become trees of numbers."""

from mohs.inference.trees import Tree
from mohs.language.grammar import Parsed
from mohs.language.tree_vocabulary import Vocabulary
from planted import Planted

WORDS = ("film", "good", "is", "plot", "dull", "rare", "very")
TEXTS = Planted().parse(
    ["the film is good .", "Film is dull .", "the plot is good .", "plot is dull .", "rare"]
)


def names(vocabulary):
    return {
        tag: [vocabulary.words[k] for k in some]
        for tag, some in zip(vocabulary.tags, vocabulary.by_tag, strict=True)
        if some
    }


def test_a_word_is_learnt_for_a_tag_that_it_had_often_enough():
    known = Vocabulary.of(WORDS, TEXTS, 2, 0.0)
    assert known.tags == ("text", "other", ".", "DT", "JJ", "NN", "VBZ")
    assert known.relations == ("text", "other", ".", "ROOT", "dt", "jj", "nn")
    assert names(known) == {
        "JJ": ["good", "dull"],
        "NN": ["film", "plot"],
    }  # "is" would be alone, "rare" is rare


def test_a_tag_that_a_word_has_only_by_a_slip_is_not_learnt():
    texts = [*Planted().parse(["good film"] * 9), Parsed("good film", tuple(
        token._replace(tag="NN") for token in Planted().parse(["good film"])[0].tokens
    ))]  # fmt: skip
    assert names(Vocabulary.of(("film", "good", "bad"), [*texts, *Planted().parse(["bad plot"])], 1, 0.0)) == {
        "JJ": ["good", "bad"], "NN": ["film", "good"]
    }  # fmt: skip
    assert names(Vocabulary.of(("film", "good", "bad"), [*texts, *Planted().parse(["bad plot"])], 1, 0.2)) == {
        "JJ": ["good", "bad"]
    }  # fmt: skip


def test_a_tree_has_a_node_for_the_text_and_one_for_each_token():
    known = Vocabulary.of(WORDS, TEXTS, 2, 0.0)
    (parsed,) = Planted().parse(["The Film is qzx . Very good !"])
    tag = {name: number for number, name in enumerate(known.tags)}
    assert known.tree(parsed) == Tree(
        words=(-1, -1, 0, 2, -1, -1, 6, 1, -1),
        tags=(0, tag["DT"], tag["NN"], tag["VBZ"], tag["NN"], tag["."], 1, tag["JJ"], tag["."]),
        relations=(
            0,
            *(known.relations.index(name) for name in ("dt", "nn", "ROOT", "nn", ".", "ROOT", "jj", ".")),
        ),
        heads=(0, 2, 3, 0, 3, 3, 0, 6, 6),
    )


def test_a_text_without_tokens_is_a_tree_of_one_node():
    assert Vocabulary.of(WORDS, TEXTS, 2, 0.0).tree(Parsed("")) == Tree((-1,), (0,), (0,), (0,))
