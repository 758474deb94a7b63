"""The page."""

import base64
import hashlib
import random
import re
from collections import Counter
from html.parser import HTMLParser

import matplotlib
import pytest

from made_up_runs import make_outcomes, make_run
from mohs.estimate import Estimate, proportion
from mohs.estimate.wording import percent
from mohs.report.html import _confidence, _subject, write_report
from mohs.report.sentences import Numbers
from mohs.runs.summary import UNION, results_document, summarise
from page_tables import table_of

HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'><b>{{ 7*7 }} \u202e\x00\ud800 --> ]]>"
)
VOID = {"meta", "input", "br", "link"}


class Page(HTMLParser):
    """What a browser would make of the page: elements, attributes, texts; it must be well nested."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.elements, self.open, self.texts = [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    def all(self, tag, **attributes):
        """Elements of this kind with these attributes."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [found for name, found in self.elements if name == tag and wanted.items() <= found.items()]

    @property
    def text(self):
        return re.sub(r"\s+", " ", " ".join(self.texts))


@pytest.fixture(scope="module")
def two():
    """A run of two attacks."""
    attacks = ("textfooler", "textbugger")
    return make_run(attacks, warnings=["2 texts were cut"]), make_outcomes(attacks, 120)


def test_says_what_a_reader_wants_to_know(report, two):
    page = Page(report(*two))
    for words in ("Together, the 2 attacks broke", "TextFooler alone broke the most", "2 texts were cut"):
        assert words in page.text
    for words in (
        "not attackable",
        "out of budget",
        "wrong before",
        "error",
        "By true label",
        "How this was made",
    ):
        assert words in page.text
    for words in (
        "sha256",
        "4be1" * 16,
        "mohs attack --model hf:./sst2-minilm",
        "skipped_rows",
        "max_queries",
    ):
        assert words in page.text
    assert "word-level edit distance" in page.text
    assert len(page.all("svg")) == 4


def test_every_number_of_the_tables_is_that_of_the_results(report, two):
    run, outcomes = two
    document, html = results_document(run, *summarise(outcomes)), report(run, outcomes)
    known = {(row["attack"], row["metric"]): Estimate.from_json(row) for row in document["results"]}
    units = {"queries_per_example": 1, "similarity": 2}
    shown = ("accuracy", "accuracy_under_attack", "queries_per_example", "modified_rate", "similarity")
    titles = {"TextFooler": "textfooler", "TextBugger": "textbugger", "all together": UNION}
    rows = table_of(html, "attack", "success rate", "similarity")
    assert [title for title, *_ in rows] == list(titles)
    for title, rate, right, *cells in rows:
        own = known[titles[title], "attack_success_rate"]
        assert (rate, right) == (own.percent(1, n=False), f"{own.n:,}")
        for metric, cell in zip(shown, cells, strict=True):
            one = known.get((titles[title], metric))
            digits = units.get(metric)
            assert cell == (
                "–" if one is None else one.text(digits, n=False) if digits else one.percent(1, n=False)
            )
    assert "whole input)" not in "".join(
        html.partition("By true label")[0]
    )  # with one field it is that field


def test_what_became_of_the_examples_is_counted_by_hand(report, two):
    run, outcomes = two
    html = report(run, outcomes)
    order = ("success", "failure", "budget", "not_attackable", "skipped", "error")
    for title, *cells in table_of(html, "attack", "out of budget"):
        own = Counter(one["status"] for one in outcomes if one["attack"] == title.lower())
        assert cells == [str(own[status]) for status in order] + [str(own.total())]
    rows = table_of(html, "attack", "label", "accuracy under attack")
    assert len(rows) == 4
    for title, label, *cells in rows:
        own = [one for one in outcomes if (one["attack"], one["label"]) == (title.lower(), label)]
        statuses = Counter(one["status"] for one in own)
        known = statuses.total() - statuses["error"]
        right = known - statuses["skipped"]
        shares = [proportion(k, n).percent(1, n=False) for k, n in (
            (statuses["success"], right), (right, known), (right - statuses["success"], known),
        )]  # fmt: skip
        assert cells == [shares[0], str(right), shares[1], shares[2], str(known)]


@pytest.mark.parametrize("pair", [False, True])
def test_an_example_has_all_its_numbers(report, two, pair):
    outcomes = make_outcomes(("textfooler",), 40, pair=pair)
    run = make_run() | ({"task": {"name": "rte", "fields": ["premise", "hypothesis"]}} if pair else {})
    broken = {one["id"]: one for one in outcomes if one["status"] == "success"}
    rows = table_of(report(run, outcomes), "example", "label → prediction")
    assert {row[0] for row in rows} == broken.keys()
    for number, _, prediction, rate, queries, similarity in rows:
        one = broken[number]
        words = one["modified"]["words"]
        expected = f"{percent(one['modified']['rate'])}{words} word{'' if words == 1 else 's'}"
        if pair:
            expected += f"whole input {percent(one['modified']['rate_input'])}"
        assert rate == expected
        assert (queries, similarity) == (f"{one['asked']['classify']:,}", f"{one['similarity']:.2f}")
        odds = f"p({one['label']}) {one['probability_before']:.2f} → {one['probability_after']:.2f}"
        assert prediction == f"{one['label']} → became {one['prediction_after']}{odds}"


def test_the_page_says_of_its_intervals_what_they_are(report, two):
    run, outcomes = two
    assert "Brackets hold 95 % intervals" in report(run, outcomes)
    assert _confidence(Numbers({"results": []}, ())) == "95"
    rows = [proportion(1, 2, confidence=level).to_json("accuracy") | {"task": "t", "model": "m", "attack": "a"}
            for level in (0.95, 0.8, 0.95)]  # fmt: skip
    assert _confidence(Numbers({"results": rows}, ())) == "80 and 95"


def test_the_subject_is_of_the_numbers_and_of_the_record_where_there_are_none():
    assert _subject({"task": {"name": "sst2"}}, Numbers({"results": []}, ())) == ["sst2"]
    assert _subject({}, Numbers({"results": []}, ())) == []
    rows = [
        proportion(1, 2).to_json("accuracy") | {"task": task, "model": "m", "attack": "a"} for task in "ba"
    ]
    assert _subject({"task": {"name": "sst2"}}, Numbers({"results": rows}, ())) == ["a, b", "m"]


def test_reasons_name_flags_on_the_command_line_and_arguments_in_python(report):
    (error,) = [one for one in make_outcomes(("textfooler",), 400) if one["status"] == "error"][:1]
    error |= {"reason": "raise --max-queries"}
    assert "raise --max-queries" in report(make_run(), [error])
    assert "raise max_queries" in report(make_run() | {"command": None}, [error])


def test_every_broken_example_is_a_row_with_its_texts(report, two):
    run, outcomes = two
    page = Page(report(run, outcomes))
    rows = [found for found in page.all("tr", role="row") if "data-sort" in found]
    broken = [o for o in outcomes if o["status"] == "success"]
    assert len(rows) == len(broken)
    assert page.text.count("original:") == page.text.count("perturbed:") >= len(broken)
    assert f"{len(broken)} broken examples." in page.text
    first = min((o for o in broken if o["attack"] == "textfooler"), key=lambda o: int(o["id"]))
    assert rows[0] == {
        "role": "row",
        "data-attack": "TextFooler",
        "data-label": first["label"],
        "data-prediction": first["prediction_after"],
        "data-sort": f"{first['modified']['words']} {first['modified']['rate']:g} {first['asked']['classify']} "
        f"{first['similarity']:g}",
    }


def test_nothing_is_hidden_without_javascript_but_the_filters(report, two):
    page = Page(report(*two))
    hidden = [(tag, found.get("id")) for tag, found in page.elements if "hidden" in found]
    assert hidden == [("form", "filters"), ("p", "none-left")]


def test_asks_nobody_for_anything_and_runs_its_own_script_alone(report, two):
    html = report(*two)
    page = Page(html)
    (policy,) = [found["content"] for found in page.all("meta") if "http-equiv" in found]
    (style,) = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    # The policy forbids inline styles and handlers, so none may be needed.
    for _, found in page.elements:
        assert "style" not in found
        assert not [name for name in found if name.startswith("on")]
    links = [found[name] for _, found in page.elements for name in ("href", "src", "action") if name in found]
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"https?:|url\((?!#)|@import", html)


def test_the_script_is_short():
    from mohs.report.page import TEMPLATES

    assert len((TEMPLATES / "report.js").read_text("utf-8").splitlines()) < 200


def hostile_run():
    """A run in which whatever comes from outside is hostile."""
    outcomes = make_outcomes((HOSTILE,), 60)
    for outcome in outcomes:
        outcome["task"], outcome["model"], outcome["id"] = HOSTILE, HOSTILE, f"{HOSTILE} {outcome['id']}"
        outcome["source_id"] = f"from {HOSTILE}"
        for side in ("original", "perturbed"):
            if outcome[side]:
                outcome[side] = {HOSTILE: f"{HOSTILE} {outcome[side]['sentence']}", "other": HOSTILE}
        for key in ("label", "prediction_before", "prediction_after", "reason"):
            if outcome[key]:
                outcome[key] = f"{outcome[key]} {HOSTILE}"
    run = make_run((HOSTILE,), status=HOSTILE, warnings=[HOSTILE])
    run |= {"name": HOSTILE, "command": HOSTILE, "created": HOSTILE, HOSTILE: {HOSTILE: [HOSTILE]}}
    run["data"]["path"] = run["model"]["address"] = HOSTILE
    run["attacks"] = [{"name": HOSTILE, "title": HOSTILE, "options": {HOSTILE: HOSTILE}}]
    return run, outcomes


def test_whatever_comes_from_outside_stays_text(report):
    html = report(*hostile_run())
    page = Page(html)
    assert len(page.all("script")) == 1
    assert page.all("img") == page.all("b")[1:] == []
    assert page.text.count("{{ 7*7 }}") > 100
    for _, found in page.elements:
        assert not [name for name in found if name.startswith("on") or name == "style"]
    assert not re.search("[\u202e\x00\ud800]", html)
    assert "alert(1)" in page.text


def test_many_examples_make_a_bounded_page_that_says_so(report):
    outcomes = make_outcomes(("textfooler",), 2_600)
    html = report(make_run(), outcomes)
    page = Page(html)
    broken = sum(o["status"] == "success" for o in outcomes)
    assert len([found for found in page.all("tr", role="row") if "data-sort" in found]) == 1_000
    assert f"1,000 of {broken:,} broken examples" in page.text
    assert "examples.parquet has them all" in page.text
    assert re.search(r"200 of [\d,]+, drawn evenly; journal.jsonl has them all", page.text)
    assert len(html) < 2_000_000


def test_the_same_outcomes_in_any_order_give_the_same_bytes(report, two):
    run, outcomes = two
    expected = report(run, outcomes)
    shuffled = list(outcomes)
    random.Random(0).shuffle(shuffled)
    assert report(run, shuffled) == expected


@pytest.mark.parametrize(
    ("statuses", "words"),
    [
        ((), "No example has been dealt with yet."),
        (("failure",), "No example was broken."),
        (("success",), "Every example that was attacked was broken."),
        (("error",), "no example without error"),
        (("skipped",), "had nothing to break"),
    ],
)
def test_a_run_with_little_in_it_is_told_plainly(report, statuses, words):
    lines = make_outcomes(("textfooler",), 200)
    outcomes = [next(line for line in lines if line["status"] == status) for status in statuses]
    assert words in Page(report(make_run(), outcomes)).text


def test_what_an_adapter_cannot_tell_is_left_out(report):
    lines = make_outcomes(("textfooler",), 40)
    for line in lines:
        line |= {"similarity": None, "probability_before": None, "probability_after": None}
    page = Page(report(make_run(), lines))
    assert "None" not in page.text
    assert "nan" not in page.text


def test_a_pair_shows_both_fields_and_the_rate_of_the_whole_input(report):
    run = make_run() | {"task": {"name": "rte", "fields": ["premise", "hypothesis"]}}
    page = Page(report(run, make_outcomes(("textfooler",), 30, pair=True)))
    for words in ("premise", "hypothesis", "modified rate (whole input)", "whole input"):
        assert words in page.text


def test_a_page_that_fails_leaves_the_old_one_and_no_litter(tmp_path, two):
    run, outcomes = two
    document = results_document(run, *summarise(outcomes))
    path = tmp_path / "report.html"
    path.write_text("old", "utf-8")

    def torn():
        yield outcomes[0]
        raise OSError("the journal cannot be read")

    with pytest.raises(OSError, match="journal"):
        write_report(run, document, torn(), path)
    with pytest.raises(KeyError):
        write_report(
            run, document, [outcomes[0] | {"status": "success", "original": None}, {"id": "x"}], path
        )
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_style_of_somebodys_changes_no_plot(tmp_path, two, report, in_style):
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        plain = report(*two)
    assert report(*two) == plain
