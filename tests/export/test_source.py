"""What is exported, and what is known of it."""

import pytest

from mohs.errors import DataError
from mohs.export.source import open_source


def test_all_splits_are_opened_and_what_the_package_says_of_itself_is_known(package):
    source = open_source(package)
    assert [(split, name, len(part)) for split, name, part in source.parts()][-1] == ("test", "sst2", 6)
    assert source.about == {
        "license": "cc-by-4.0",
        "description": "Mine: a <small> benchmark | of all tasks.",
    }
    assert (source.name, source.slug, source.version) == ("Mine & Co", "mine_co", "1.0.0")


def test_what_is_given_wins(package):
    assert open_source(package, license="mit", url=None).about["license"] == "mit"


def test_a_scorer_is_made_of_the_split_whose_labels_are_known(package):
    assert open_source(package).labelled().split == "dev"
    with pytest.raises(DataError, match="withheld"):
        open_source(package, split="test").labelled()
    private = package.with_name("mine-private")
    assert open_source(package, split="test", private=private).labelled().split == "test"


def test_the_scores_of_a_benchmark_are_of_groups_of_tasks(package):
    groups = open_source(package).groups()
    assert groups["mnli"] == ["mnli", "mnli-mm"]
    assert groups["rte"] == ["rte"]


def test_a_split_that_is_not_there_is_said(shared):
    with pytest.raises(DataError, match="no split 'test'"):
        open_source(f"advglue:{shared / 'data' / 'advglue_dev'}", split="test")


def test_of_advglue_the_licence_is_known(shared):
    source = open_source(f"advglue:{shared / 'data' / 'advglue_dev'}")
    assert source.about["license"] == "cc-by-sa-4.0"
    assert source.folder is None


def test_a_suite_is_exported_too_and_nothing_is_said_of_its_licence():
    source = open_source("suite:checklist?count=1")
    assert source.folder is None
    assert source.about == {}
    assert [split for split, _, _ in source.parts()] == ["dev"] * 5
