from mohs.export.flat import flat_scores


def row(metric, value, **more):
    return {"metric": metric, "value": value, **more}


def test_numbers_of_all_rows_and_of_tasks_are_kept_and_cells_and_benign_ones_left_out():
    rows = [
        row("score", 0.5, split="dev"),
        row("score", 0.9, split="clean"),
        row("accuracy", 0.6, task="sst2", split="dev"),
        row("accuracy", 0.1, task="sst2", split="dev", level="word"),
        row("accuracy", 0.8, task="sst2", split="sources"),
        row("f1", None, task="qqp", split="dev"),
        row("chance_accuracy", 0.5, task="sst2", split="dev"),
    ]
    assert flat_scores(rows) == {"score": 0.5, "sst2_accuracy": 0.6}
    assert flat_scores(rows, ["accuracy"], join="/") == {"sst2/accuracy": 0.6}
