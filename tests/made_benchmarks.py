"""A small benchmark of two tasks whose figures can be worked out by hand."""

from mohs.benchmark.package import Part, Row, write_benchmark
from mohs.data.tasks import BUILT_IN

# id, text, benign text (None: written by a person), label, method, level
SST2 = (
    ("0", "a bda film", "a bad film", 0, "TextBugger", "word"),
    ("1", "a lousy film", "a bad film", 0, "TextFooler", "word"),
    ("2", "a fine day , it is", "a fine day", 1, "CheckList", "sentence"),
    ("3", "a good thing", "a great thing", 1, "TextFooler", "word"),
    ("4", "<script>alert(1)</script> good", None, 1, "CheckList", "human"),
)
QQP = (
    ("0", ("who ?", "whom ?"), ("who ?", "who ?"), 1, "TextFooler", "word"),
    ("1", ("a ?", "b ?"), None, 0, "CheckList", "human"),
)


def parts():
    sst2 = [
        Row(
            own,
            before or own,
            {"sentence": text},
            {"sentence": before} if before else None,
            label,
            made,
            level,
        )
        for own, text, before, label, made, level in SST2
    ]
    qqp = [
        Row(own, str(before or own), pair(texts), pair(before) if before else None, label, made, level)
        for own, texts, before, label, made, level in QQP
    ]
    return {"sst2": Part.of(BUILT_IN["sst2"], sst2), "qqp": Part.of(BUILT_IN["qqp"], qqp)}


def pair(texts):
    return {"question1": texts[0], "question2": texts[1]}


def package(folder, **more):
    """Write it; give its folder."""
    return write_benchmark(folder, "small", "1", parts(), **more)[0]


def says_good(texts):
    """Positive where a text has "good", "great" or "fine"; the classifier of sst2."""
    import numpy as np

    return np.array(
        [[0.1, 0.9] if {"good", "great", "fine"} & set(text.split()) else [0.8, 0.2] for text in texts]
    )


def says_equal(pairs):
    """Duplicate where both questions are equal; the classifier of qqp."""
    import numpy as np

    return np.array([[0.0, 1.0] if first == second else [1.0, 0.0] for first, second in pairs])


# sst2: sources "a bad film" right, "a fine day" right, "a great thing" right; all five rows right.
# qqp: source (who ?, who ?) right, its row wrong; row 1 right.
