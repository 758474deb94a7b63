"""`mohs export` from Python: which format takes which options."""

import pytest

from mohs.api.exporting import FORMATS, export_to
from mohs.benchmark.package import write_benchmark
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.errors import MohsError


@pytest.fixture
def package(tmp_path):
    rows = [Row(str(i), str(i), {"sentence": f"text {i}"}, None, i % 2) for i in range(4)]
    write_benchmark(tmp_path / "mine", "mine", "1", {"sst2": Part.of(BUILT_IN["sst2"], rows)})
    return tmp_path / "mine"


@pytest.mark.parametrize("format", ["lm-eval", "huggingface", "codabench", "evalai", "croissant"])
def test_a_benchmark_is_written_in_every_format(format, package, tmp_path):
    options = {"start": "2026-01-01"} if format in ("codabench", "evalai") else {}
    done = export_to(format, package, tmp_path / "out", **options)
    assert done.path.exists()
    assert done.format == format


@pytest.mark.parametrize("format", ["codabench", "evalai"])
def test_a_bundle_may_be_named_by_its_zip(format, package, tmp_path):
    assert export_to(format, package, tmp_path / "out.zip").path == tmp_path / "out.zip"
    assert (tmp_path / "out").is_dir()


def test_mistakes_name_what_would_be_right(package, tmp_path):
    with pytest.raises(MohsError, match="did you mean lm-eval"):
        export_to("lmeval", package, tmp_path / "out")
    with pytest.raises(MohsError, match="has no option 'dataset'"):
        export_to("lm-eval", package, tmp_path / "out", dataset="x")
    with pytest.raises(MohsError, match="out=PATH"):
        export_to("lm-eval", package)
    with pytest.raises(MohsError, match="YYYY-MM-DD"):
        export_to("evalai", package, tmp_path / "out", start="tomorrow")
    with pytest.raises(MohsError, match="dataset"):
        export_to("model-card", package, tmp_path / "out")


def test_every_format_says_which_options_it_takes():
    assert set(FORMATS) == {
        "lm-eval",
        "huggingface",
        "croissant",
        "codabench",
        "evalai",
        "eval-results",
        "model-card",
        "mlflow",
    }
