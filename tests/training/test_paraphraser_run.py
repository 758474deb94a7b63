"""A training leaves a folder that transformers opens and a card; one that is stopped goes on to the same end."""

import json
import shutil

import pytest

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from mohs.errors import DataError, ModelError, RunError  # noqa: E402
from mohs.language.paraphraser import open_paraphraser  # noqa: E402
from mohs.language.phrase_structure import TEMPLATES  # noqa: E402
from mohs.training.paraphraser import Settings  # noqa: E402
from mohs.training.paraphraser_run import ByDependencies, Form, lessons_of, parted, train  # noqa: E402

SMALL = Settings(epochs=3, width=32, layers=1, vocabulary=320, batch_tokens=600)
PAIRS = [
    (f"{who} left when it {what} .", f"when it {what} , {who} left .")
    for who in ("he", "she", "the man", "a dog", "nobody")
    for what in ("rained", "snowed", "was late", "was dark")
]


class ByFirstWord:
    """Templates of these texts: clause first, or not; none of an exclamation, or of nothing."""

    identity = {"name": "by-first-word"}

    def templates(self, texts):
        return [TEMPLATES[9 if text.startswith("when") else 0] if text[-1:] == "." else "" for text in texts]


def run(folder, settings=SMALL, *, pairs=PAIRS, initial=None, resume=False, tell=lambda line: None):
    record = {"data": [{"path": "made up"}]}
    return train(pairs, folder, ByFirstWord(), record, settings, initial=initial, resume=resume, tell=tell)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder, lines = tmp_path_factory.mktemp("trained") / "out", []
    return folder, run(folder, tell=lines.append), lines


def test_the_card_says_how_it_was_made_and_how_good_it_is(finished):
    folder, card, lines = finished
    assert {path.name for path in folder.iterdir()} == {
        "card.json", "config.json", "generation_config.json", "model.safetensors", "run.json",
        "tokenizer.json", "tokenizer_config.json",
    }  # fmt: skip
    assert json.loads((folder / "card.json").read_text(encoding="utf-8")) == json.loads(json.dumps(card))
    assert card["settings"]["width"] == 32 and card["parser"] == {"name": "by-first-word"}
    assert len(card["losses"]) == 3 and card["losses"][-1]["trained"] < card["losses"][0]["trained"]
    assert card["templates"][TEMPLATES[0]] == card["templates"][TEMPLATES[9]] == len(PAIRS) - 1
    assert [row["metric"] for row in card["measures"]] == ["in_the_form_asked_for", "unchanged", "nothing"]
    assert all(row["n"] == 2 and row["low"] <= row["value"] <= row["high"] for row in card["measures"])
    assert card["left_out"] == {"not_one_sentence": 0, "shared_with_held_out": 0, "too_long": 0}
    assert len(card["examples"]) == 2 and "epoch 3 of 3" in lines[-1]


def test_what_it_leaves_is_a_paraphraser(finished):
    folder, card, _ = finished
    paraphraser = open_paraphraser(f"hf:{folder}", device="cpu")
    shown = [(one["text"], one["template"], 3) for one in card["examples"]]
    assert list(paraphraser.paraphrase(shown)) == [one["made"] for one in card["examples"]]


def test_one_that_is_stopped_goes_on_to_the_same_end(finished, tmp_path):
    class Stopped(Exception):
        pass

    def stop(line):
        if line.startswith("epoch 2"):
            raise Stopped

    with pytest.raises(Stopped):
        run(tmp_path / "out", tell=stop)
    assert not (tmp_path / "out" / "card.json").exists()
    with pytest.raises(RunError, match="resume"):
        run(tmp_path / "out")
    with pytest.raises(RunError, match="another configuration"):
        run(tmp_path / "out", Settings(epochs=4, width=32), resume=True)
    lines = []
    card = run(tmp_path / "out", resume=True, tell=lines.append)
    assert card == finished[1]
    assert any("goes on behind epoch 2" in line for line in lines)
    assert run(tmp_path / "out", resume=True) == json.loads(json.dumps(card))


def test_it_learns_pairs_by_heart(tmp_path):
    """200 epochs over one pair and its copies: it writes the other text, in the form that is asked for."""
    settings = Settings(epochs=150, width=32, layers=1, vocabulary=300, learning_rate=0.01, copies=False)
    pairs = [PAIRS[0], PAIRS[0][::-1], ("no . no .", "well !")]
    folder = tmp_path / "out"
    with pytest.raises(DataError, match="too little"):
        run(tmp_path / "none", pairs=pairs[2:])
    run(folder, settings, pairs=[*pairs[:1], PAIRS[7]])
    paraphraser = open_paraphraser(f"hf:{folder}", device="cpu")
    learnt = [
        pair
        for pair in (PAIRS[0], PAIRS[7])
        if paraphraser.paraphrase([(pair[0], TEMPLATES[9], 3)]) == [pair[1]]
    ]
    assert len(learnt) == 1  # the other one is held out


def test_it_goes_on_from_a_network_that_is_there(finished, tmp_path):
    settings = Settings(epochs=1, batch_tokens=600)
    card = run(tmp_path / "out", settings, initial=f"hf:{finished[0]}")
    assert card["initial"] == f"hf:{finished[0]}" and card["parameters"] == finished[1]["parameters"]
    assert card["losses"][0]["trained"] < finished[1]["losses"][0]["trained"]


def test_a_network_that_cannot_be_opened_leaves_no_folder(tmp_path):
    with pytest.raises(ModelError):
        run(tmp_path / "out", initial=f"hf:{tmp_path / 'nothing'}")
    assert not (tmp_path / "out").exists()


def test_what_cannot_begin_can_be_begun_again_in_the_same_folder(tmp_path):
    with pytest.raises(DataError, match="too little"):
        run(tmp_path / "out", pairs=PAIRS[:1])
    assert not list((tmp_path / "out").iterdir())
    with pytest.raises(ModelError, match="device is unknown"):
        train(
            PAIRS,
            tmp_path / "new",
            ByFirstWord(),
            {},
            SMALL,
            initial=None,
            device="foo",
            resume=False,
            tell=print,
        )
    assert not (tmp_path / "new").exists()


def test_a_card_that_somebody_broke_is_said(finished, tmp_path):
    folder = shutil.copytree(finished[0], tmp_path / "out")
    (folder / "card.json").write_text("{", encoding="utf-8")
    with pytest.raises(RunError, match=r"card\.json cannot be read"):
        run(folder, resume=True)


def test_nothing_of_a_held_out_pair_is_learnt_from():
    pairs = [(f"a {k} .", f"when {k % 7} .") for k in range(200)]
    parts = parted(pairs, ByFirstWord(), 0, lambda line: None)
    learnt, held_out = parts.learnt, parts.held_out
    assert parts.shared > 0 == parts.without_template and len(learnt) + len(held_out) + parts.shared == 400
    held = {text for form in held_out for text in (form.text, form.wanted)}
    assert len(held_out) == 12 and held.isdisjoint(
        text for form in learnt for text in (form.text, form.wanted)
    )


def test_a_text_that_has_no_template_is_read_and_not_written():
    parts = parted([("a .", "b !"), ("c .", "d .")] * 2, ByFirstWord(), 1, lambda line: None)
    assert "b !" not in {form.wanted for form in parts.learnt + parts.held_out}
    assert parts.without_template == 2


def test_copies_are_learnt_once_each_and_what_is_too_long_is_not(finished):
    tokenizer = transformers.AutoTokenizer.from_pretrained(finished[0])
    forms = [Form("a", TEMPLATES[0], "b"), Form("c", TEMPLATES[0], "b"), Form("a", TEMPLATES[0], "b " * 400)]
    assert len(lessons_of(forms, tokenizer, copies=False)) == 2
    (first, _, copy) = lessons_of(forms, tokenizer, copies=True)
    assert first.writes == copy.writes and first.reads != copy.reads


def test_templates_come_from_the_dependency_parse():
    pytest.importorskip("spacy")
    from mohs.language.grammar import lacking, open_grammar

    if lacking():
        pytest.skip("needs an English pipeline of spaCy")
    phrases = ByDependencies(open_grammar())
    assert phrases.templates(["Why did he leave?", "", "He left the house."]) == [
        TEMPLATES[6],
        "",
        TEMPLATES[0],
    ]
    assert phrases.identity["name"]
