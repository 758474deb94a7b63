"""What a pipeline of spaCy says of a text, and which pipelines are taken."""

import pytest

from fakes import answer
from mohs.attacks.questions import parse
from mohs.engine.oracles import AnsweredBy
from mohs.errors import ClassifierFault, MissingExtra, MohsError
from mohs.language import grammar
from mohs.language.grammar import Entity, Parsed, Token, open_grammar

spacy = pytest.importorskip("spacy")

TEXTS = [
    "Ed Decter is a television producer. It cost $1.80!",
    "",
    "so-so .",
    "He said: \"She said 'no' twice.\"",
    "- milk\n- eggs 😍 http://a.b/c?x=1",
    "Das ist kein englischer Satz.",
    "a fragment without a verb",
    "مرحبا بالعالم الجميل",
]


@pytest.fixture(scope="module")
def opened():
    if not [name for name in spacy.util.get_installed_models() if name.startswith("en")]:
        pytest.skip("no English pipeline is installed")
    return open_grammar()


def test_tokens_stand_where_they_stand_in_the_text(opened):
    for text, parsed in zip(TEXTS, opened.parse(TEXTS), strict=True):
        assert parsed.string == text
        out, end = [], 0
        for number, token in enumerate(parsed.tokens):
            assert end <= token.start < token.end
            assert 0 <= token.head < len(parsed.tokens)
            out.append(text[end : token.start] + parsed.word(number))
            end = token.end
        assert "".join(out) + text[end:] == text
        for start, stop in (*parsed.sentences, *parsed.noun_phrases, *(one[:2] for one in parsed.entities)):
            assert 0 <= start < stop <= len(text)


def test_a_sentence_s_grammar(opened):
    (parsed,) = opened.parse(["Ed Decter is a television producer."])
    assert parsed.tokens[1][2:] == ("Decter", "NNP", "PROPN", "nsubj", 2)
    assert parsed.entities == (Entity(0, 9, "PERSON"),)
    assert parsed.noun_phrases == ((0, 9), (13, 34))
    assert parsed.kind_at(3, 9) == "PERSON" and parsed.kind_at(0, 12) == ""
    assert [parsed.word(k) for k in parsed.children(2)] == ["Decter", "producer", "."]


def test_a_text_s_grammar_does_not_depend_on_what_stands_beside_it(opened):
    assert opened.parse(TEXTS) == [opened.parse([text])[0] for text in TEXTS]


@pytest.mark.parametrize("short", ["'m", "'ve", "'re", "'d", "'ll", "'s", "n't", "’m", "’ve"])
def test_a_short_form_with_a_blank_before_it_is_one_token(opened, short):
    text = f"I {short} seen it ."
    (parsed,) = opened.parse([text])
    assert [parsed.word(k) for k in range(len(parsed.tokens))] == text.split()


def test_of_a_text_that_is_too_long_nothing_is_known(opened, monkeypatch):
    monkeypatch.setattr(grammar, "LONGEST", 20)
    long, short = opened.parse(["a very long text, that is", "He is a man."])
    assert long == Parsed("a very long text, that is") and len(short.tokens) == 5


def test_what_is_no_text_is_a_fault(opened):
    with pytest.raises(ClassifierFault, match="what is to be parsed is no text"):
        opened.parse(["a good film", "a \ud800 film"])


def test_the_reach_of_a_token_is_all_that_hangs_on_it():
    """the <- cat <- sat -> on -> mats"""
    heads = [1, 2, 2, 2, 3]
    tokens = tuple(Token(k * 4, k * 4 + 3, "", "", "", "", head) for k, head in enumerate(heads))
    assert Parsed("", tokens).reach == ((0, 3), (0, 7), (0, 19), (12, 19), (16, 19))


class Counted:
    """A parser that knows nothing and counts."""

    identity = {}

    def __init__(self):
        self.seen = []

    def parse(self, texts):
        self.seen.append(list(texts))
        return [Parsed(text) for text in texts]


def test_the_engine_asks_for_each_text_once():
    counted = Counted()

    def search():
        first = yield from parse(["a", "b", "a"])
        again = yield from parse(["b"])
        return [one.string for one in first + again]

    assert answer(search(), parse=AnsweredBy(counted.parse)) == ["a", "b", "a", "b"]
    assert counted.seen == [["a", "b"]]


def test_a_published_pipeline_is_preferred_to_others(monkeypatch):
    names = ["english_of_ours", "en_core_web_lg", "en_core_web_md", "de_core_news_sm"]
    monkeypatch.setattr(spacy.util, "get_installed_models", lambda: names)
    asked = []

    def load(name):
        asked.append(name)
        raise OSError

    monkeypatch.setattr(spacy, "load", load)
    with pytest.raises(MohsError, match="en_core_web_md"):
        open_grammar()
    assert asked == ["en_core_web_md"]


def test_where_no_pipeline_is_installed_the_command_that_installs_one_is_named(monkeypatch):
    monkeypatch.setattr(spacy.util, "get_installed_models", list)
    with pytest.raises(MohsError, match="python -m spacy download en_core_web_sm"):
        open_grammar()


def test_without_spacy_the_extra_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"mohs\[nlp\]"):
        open_grammar()


@pytest.mark.parametrize(
    ("language", "why"), [("de", "not English"), ("en", "no tagger and no parser and no ner")]
)
def test_a_pipeline_of_another_language_or_without_a_parser_is_refused(tmp_path, language, why):
    spacy.blank(language).to_disk(tmp_path / "pipe")
    with pytest.raises(MohsError, match=why):
        open_grammar(str(tmp_path / "pipe"))


@pytest.mark.parametrize(
    ("name", "content"), [("meta.json", "{"), ("config.cfg", "[nlp"), ("tokenizer", "x")]
)
def test_a_pipeline_that_is_broken_is_named(tmp_path, name, content):
    spacy.blank("en").to_disk(tmp_path / "pipe")
    (tmp_path / "pipe" / name).write_text(content, encoding="utf-8")
    with pytest.raises(MohsError, match="pipe cannot be opened"):
        open_grammar(str(tmp_path / "pipe"))


def test_a_pipeline_that_is_not_there_is_named():
    with pytest.raises(MohsError, match="en_core_web_smm"):
        open_grammar("en_core_web_smm")
