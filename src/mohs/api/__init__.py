"""Everything that mohs does, for Python and for its own command line, which calls nothing else."""

from mohs.api.attacks import attack
from mohs.api.auditing import audit, gate_audit, write_withdrawals
from mohs.api.command import AttackOptions, attack_command
from mohs.api.comparing import Compared, compare, comparison_folder
from mohs.api.drawing import draw_report
from mohs.api.evaluation import evaluate
from mohs.api.exporting import Exported, export_to
from mohs.api.first import quickstart
from mohs.api.grid_command import grid_command
from mohs.api.grid_run import Grid
from mohs.api.grids import grid
from mohs.api.listing import list_attacks, list_metrics, list_models, list_suites, list_tasks
from mohs.api.mscr_document import MSCR_METRICS
from mohs.api.mscr_run import MscrOptions, mscr, mscr_command
from mohs.api.record import Measured
from mohs.api.results import Result, result_folder
from mohs.api.rounds import export_rounds, rounds_status
from mohs.api.run import Run
from mohs.api.scoring import check_predictions, score_predictions
from mohs.api.sentence import Search, explain_sentence
from mohs.api.separation_run import SeparationOptions, separation, separation_command
from mohs.api.steps import Step
from mohs.api.training import train_paraphraser, train_tree_autoencoder
from mohs.benchmark.package import Benchmark, open_benchmark, write_benchmark
from mohs.data.example import Example
from mohs.data.readers import read_examples
from mohs.data.table import Table, as_table
from mohs.data.table_files import read_table
from mohs.data.task import Task
from mohs.data.tasks import open_task
from mohs.data.yaml_file import read_yaml
from mohs.estimate import Estimate
from mohs.estimate.wording import percent
from mohs.evaluation.score import METRICS as SCORE_METRICS
from mohs.export.flat import flat_scores
from mohs.kit import resources
from mohs.kit import verify as verify_resources
from mohs.models.address import open_classifier
from mohs.models.classifier import Classifier
from mohs.models.wrap import as_classifier
from mohs.noise.ball import sample_ball
from mohs.noise.cells import Cells, cell_reliability
from mohs.noise.certificate import Certificate, certify
from mohs.noise.corruptions import (
    CorruptionError,
    GaussianNoise,
    ImpulseNoise,
    PatchNoise,
    corrupt,
    corruption_error,
    noise_cost,
    with_noise,
)
from mohs.noise.lipschitz import LocalLipschitz, local_lipschitz
from mohs.noise.mscr import Mscr
from mohs.noise.separation import Separation, minimum_separation
from mohs.report.mscr import lines as mscr_lines
from mohs.runs.gate import gate, read_conditions
from mohs.runs.junit import write_junit
from mohs.runs.schema import results_schema
from mohs.runs.summary import METRICS
from mohs.suites.rounds.service import Rounds, open_rounds
from mohs.suites.rounds.writing import Writing

__all__ = [
    "METRICS",
    "MSCR_METRICS",
    "SCORE_METRICS",
    "AttackOptions",
    "Benchmark",
    "Cells",
    "Certificate",
    "Classifier",
    "Compared",
    "CorruptionError",
    "Estimate",
    "Example",
    "Exported",
    "GaussianNoise",
    "Grid",
    "ImpulseNoise",
    "LocalLipschitz",
    "Measured",
    "Mscr",
    "MscrOptions",
    "PatchNoise",
    "Result",
    "Rounds",
    "Run",
    "Search",
    "Separation",
    "SeparationOptions",
    "Step",
    "Table",
    "Task",
    "Writing",
    "as_classifier",
    "as_table",
    "attack",
    "attack_command",
    "audit",
    "cell_reliability",
    "certify",
    "check_predictions",
    "compare",
    "comparison_folder",
    "corrupt",
    "corruption_error",
    "draw_report",
    "evaluate",
    "explain_sentence",
    "export_rounds",
    "export_to",
    "flat_scores",
    "gate",
    "gate_audit",
    "grid",
    "grid_command",
    "list_attacks",
    "list_metrics",
    "list_models",
    "list_suites",
    "list_tasks",
    "local_lipschitz",
    "minimum_separation",
    "mscr",
    "mscr_command",
    "mscr_lines",
    "noise_cost",
    "open_benchmark",
    "open_classifier",
    "open_rounds",
    "open_task",
    "percent",
    "quickstart",
    "read_conditions",
    "read_examples",
    "read_table",
    "read_yaml",
    "resources",
    "result_folder",
    "results_schema",
    "rounds_status",
    "sample_ball",
    "score_predictions",
    "separation",
    "separation_command",
    "train_paraphraser",
    "train_tree_autoencoder",
    "verify_resources",
    "with_noise",
    "write_benchmark",
    "write_junit",
    "write_withdrawals",
]
