"""The items of the kit: their files, their budgets, and where their build logs say how good they are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MODEL = ("model.onnx", "tokenizer.json", "config.json", "build.json")


@dataclass(frozen=True)
class Pick:
    """Where a figure stands in a build log: keys, one after the other.

    Args:
        what: The figure in words.
        value: Keys that lead to the number.
        n: Keys that lead to the number of examples.
    """

    what: str
    value: tuple[str, ...]
    n: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """An item as this script knows it; what it does not know comes from the log."""

    name: str
    kind: str
    location: str
    files: tuple[str, ...]
    budget: int
    log: str = ""
    licence: str = ""
    description: str = ""
    made_from: str = ""
    script: str = "written by hand"
    figures: Mapping[str, Pick] = field(default_factory=dict)
    count: tuple[str, str, Callable[[str], int]] | None = None


def classifier(name: str, budget: int) -> Item:
    folder = f"models/{name}"
    keys = ("figures", "accuracy_sst2_dev")
    return Item(
        name=name,
        kind="classifier",
        location=folder,
        files=tuple(f"{folder}/{file}" for file in MODEL),
        budget=budget,
        log=f"{folder}/build.json",
        licence="Apache-2.0",
        figures={"accuracy": Pick("accuracy on GLUE's SST-2 dev", (*keys, "value"), (*keys, "n"))},
    )


def lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip() and not line.startswith("#"))


SAMPLES = tuple(f"samples/{task}.jsonl" for task in ("sst2", "qqp", "mnli", "qnli", "rte"))
ITEMS = (
    classifier("sst2-linear", 2_350_000),
    classifier("sst2-cnn", 2_210_000),
    classifier("sst2-transformer", 11_400_000),
    Item(
        name="encoder",
        kind="encoder",
        location="encoder",
        files=tuple(f"encoder/{file}" for file in MODEL),
        budget=6_200_000,
        log="encoder/build.json",
        licence="Apache-2.0",
        description="sentence encoder, for the similarity of an original and an edited sentence",
        figures={
            "cosines": Pick(
                "rank correlation with all-MiniLM-L6-v2's cosines of held-out sentences, edited",
                ("figures", "spearman_edited_held_out_sentences", "value"),
                ("figures", "spearman_edited_held_out_sentences", "n"),
            ),
            "cosines_advglue": Pick(
                "rank correlation with them on AdvGLUE's dev pairs",
                ("figures", "spearman_advglue_dev", "value"),
                ("figures", "spearman_advglue_dev", "n"),
            ),
        },
    ),
    Item(
        name="mlm",
        kind="masked-lm",
        location="mlm",
        files=tuple(f"mlm/{file}" for file in MODEL),
        budget=6_970_000,
        log="mlm/build.json",
        licence="Apache-2.0",
        description="masked language model, for words that fit a place of a text",
        figures={
            "top_10": Pick(
                "of the masked pieces of SST-2 dev are among its ten best",
                ("figures", "recall_sst2_dev_masked", "top_10"),
                ("figures", "recall_sst2_dev_masked", "n"),
            ),
            "top_10_near": Pick(
                "where a near word stands in their place",
                ("figures", "recall_sst2_dev_near_word_in_place", "top_10"),
                ("figures", "recall_sst2_dev_near_word_in_place", "n"),
            ),
        },
    ),
    Item(
        name="tree-autoencoder",
        kind="tree-autoencoder",
        location="trees",
        files=tuple(f"trees/{file}" for file in ("model.npz", "card.json", "build.json")),
        budget=460_000,
        log="trees/build.json",
        licence="Apache-2.0",
        description="tree autoencoder, for words that a sentence's vector tells",
        figures={
            "reconstructed": Pick(
                "of the words of so many held-out texts are told again from one vector and the tree",
                ("figures", "reconstructed", "value"),
                ("figures", "reconstructed", "n"),
            ),
        },
    ),
    Item(
        name="vectors",
        kind="vectors",
        location="words/vectors.npz",
        files=("words/vectors.npz", "words/vectors.json"),
        budget=6_840_000,
        log="words/vectors.json",
        description="counter-fitted word vectors with neighbours, for synonyms and antonyms",
        figures={
            "simlex_999": Pick(
                "rank correlation with SimLex-999",
                ("simlex_999", "int8", "spearman"),
                ("simlex_999", "int8", "pairs"),
            )
        },
    ),
    Item(
        name="tagger",
        kind="tagger",
        location="words/tagger.npz",
        files=("words/tagger.npz", "words/tagger.json"),
        budget=2_570_000,
        log="words/tagger.json",
        description="coarse parts of speech of words in their sentence",
        figures={
            "agreement": Pick(
                "agreement with spaCy's coarse tags on content words of SST-2 dev",
                ("agreement_with_spacy", "sst2-dev", "content", "agreement"),
                ("agreement_with_spacy", "sst2-dev", "content", "n"),
            )
        },
    ),
    Item(
        name="sememes",
        kind="sememes",
        location="words/sememes.npz",
        files=("words/sememes.npz", "words/sememes.json"),
        budget=900_000,
        log="words/sememes.json",
        description="words that share sememes or a WordNet class, with their inflections",
        figures={
            "coverage": Pick(
                "share of content words of SST-2 dev, stop words apart, with a candidate",
                ("coverage_sst2_dev", "content_words_that_are_no_stop_words", "any"),
                ("coverage_sst2_dev", "content_words_that_are_no_stop_words", "n"),
            )
        },
    ),
    Item(
        name="stop-words",
        kind="words",
        location="words/stop_words.txt",
        files=("words/stop_words.txt",),
        budget=10_000,
        licence="CC0-1.0",
        description="words that attacks leave alone",
        made_from="written for mohs",
        count=("words", "words in the list", lines),
    ),
    Item(
        name="samples",
        kind="samples",
        location="samples",
        files=SAMPLES,
        budget=80_000,
        licence="CC0-1.0",
        description="labelled examples for sst2, qqp, mnli, qnli and rte",
        made_from="written for mohs",
        count=("examples", "labelled examples, five tasks", lines),
    ),
)
