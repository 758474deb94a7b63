"""Make docs/example-report.html from the run folder of an evaluation on AdvGLUE.

    python tools/make_example_report.py runs/minilm-advglue

The rows are left out: AdvGLUE's texts are under a licence of their own (CC BY-SA 4.0), and no data set is
copied into the project. The page that `mohs evaluate` writes has them, with marked changes and filters.
"""

import json
import sys
from pathlib import Path

from mohs.report.evaluation import write_evaluation_page

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    folder = Path(sys.argv[1])
    record, document = (
        json.loads((folder / name).read_text(encoding="utf-8")) for name in ("run.json", "results.json")
    )
    document["diagnosis"]["rows"] = []
    document["warnings"].append(
        "An example without its last part: the rows with their texts, marked changes and filters are left "
        "out, since AdvGLUE's texts are under a licence of their own."
    )
    write_evaluation_page(record, document, ROOT / "docs" / "example-report.html")


if __name__ == "__main__":
    main()
