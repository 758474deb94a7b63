"""TextAttack's BERT-ATTACK with kit:mlm in the place of the model that it would download.

    VENV_OF_TEXTATTACK/bin/python benchmarks/textattack_bert_attack.py bert-attack --victim fast --n 20

Prints one line `JSON {...}`, whose fields are in ../shared/peers/README.md. Run it with TextAttack's own
Python (../shared/peers/setup.sh makes it), which also needs onnxruntime. The recipe is TextAttack's; it is
told that the model reads 128 tokens, where it would pad every text to 512. `+free` behind the recipe leaves
the similarity out.
"""

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(
    0, os.environ.get("MOHS_BENCH_PEERS") or str(Path(__file__).resolve().parents[2] / "shared/peers")
)

import standins
import ta_env
from benchlib import THREADS, FastVictim, Victim, load_sst2, mod_rate, report, rss_mb

ROOT = Path(__file__).resolve().parents[1]
CHUNK = 10
"""Examples between two measurements of the floor."""


class KitMaskedLM:
    """kit:mlm as TextAttack wants its models: tensors in, a tuple with the logits out."""

    config = SimpleNamespace(model_type="bert")

    def __init__(self) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.log_severity_level = 3
        path = str(ROOT / "src/mohs/kit/mlm/model.onnx")
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.seconds, self.calls = 0.0, 0

    def to(self, device: Any) -> "KitMaskedLM":
        """Stays on the CPU."""
        return self

    def eval(self) -> "KitMaskedLM":
        """Is not trained."""
        return self

    def __call__(self, input_ids: Any, attention_mask: Any, **rest: Any) -> tuple[Any]:
        """Logits, shape (texts, tokens, vocabulary)."""
        import torch

        started = time.process_time()
        feeds = {"input_ids": input_ids.numpy(), "attention_mask": attention_mask.numpy()}
        (logits,) = self.session.run(None, feeds)
        self.seconds, self.calls = self.seconds + time.process_time() - started, self.calls + 1
        return (torch.from_numpy(logits),)


def kit_tokenizer() -> Any:
    from transformers import PreTrainedTokenizerFast

    file = str(ROOT / "src/mohs/kit/mlm/tokenizer.json")
    marks = {"mask_token": "[MASK]", "pad_token": "[PAD]", "unk_token": "[UNK]"}
    return PreTrainedTokenizerFast(tokenizer_file=file, cls_token="[CLS]", sep_token="[SEP]", **marks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("recipe", choices=["bert-attack", "bert-attack+free"])
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--victim", choices=["minilm", "fast"], default="minilm")
    parser.add_argument("--candidates", type=int, default=8, help="of the masked language model")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()

    import textattack
    from textattack import attack_recipes
    from textattack.attack_results import FailedAttackResult, SkippedAttackResult, SuccessfulAttackResult
    from textattack.models.wrappers import ModelWrapper
    from textattack.transformations import WordSwapMaskedLM

    victim = FastVictim() if arguments.victim == "fast" else Victim()

    class Wrapper(ModelWrapper):
        model = victim

        def __call__(self, texts: list[str]) -> Any:
            return victim(texts)

    masked_lm = KitMaskedLM()
    swap = WordSwapMaskedLM(
        method="bert-attack",
        masked_language_model=masked_lm,
        tokenizer=kit_tokenizer(),
        max_length=128,
        max_candidates=arguments.candidates,
    )
    # The recipe makes its model itself, by a name that cannot be downloaded here.
    module = sys.modules[attack_recipes.BERTAttackLi2020.__module__]
    module.WordSwapMaskedLM = lambda **options: swap
    ta_env.install_sentence_encoder()
    attack = attack_recipes.BERTAttackLi2020.build(Wrapper())
    free = arguments.recipe.endswith("+free")
    if free:
        kept = [c for c in attack.constraints if "SentenceEncoder" not in type(c).__name__]
        attack.constraints = kept
    textattack.shared.utils.set_seed(765)

    rows = load_sst2(arguments.n)
    victim(["warm up sentence ."] * 8)
    ta_env.ENC.encode(["warm up sentence ."] * 8)
    ta_env.ENC.reset()
    victim.reset()
    wall = cpu = floor_wall = floor_cpu = 0.0
    unique, results = 0, []
    for begin in range(0, len(rows), CHUNK):
        victim.log = []
        started, spent = time.perf_counter(), time.process_time()
        results += [attack.attack(sentence, label) for sentence, label in rows[begin : begin + CHUNK]]
        wall, cpu = wall + time.perf_counter() - started, cpu + time.process_time() - spent
        distinct = list(dict.fromkeys(victim.log))
        unique += len(distinct)
        more_wall, more_cpu = victim.floor(distinct)
        floor_wall, floor_cpu = floor_wall + more_wall, floor_cpu + more_cpu
        print(f"{len(results)} of {len(rows)}", file=sys.stderr, flush=True)
    good = [r for r in results if isinstance(r, SuccessfulAttackResult)]
    skipped = sum(isinstance(r, SkippedAttackResult) for r in results)
    attacked = len(good) + sum(isinstance(r, FailedAttackResult) for r in results)
    rates = [mod_rate(r.original_text(), r.perturbed_text()) for r in good]
    report(
        system="textattack",
        version="0.3.11",
        recipe=arguments.recipe,
        victim=arguments.victim,
        n=len(rows),
        attacked=attacked,
        skipped=skipped,
        success_rate=round(len(good) / max(1, attacked), 4),
        mod_rate=round(statistics.mean(rates), 4) if rates else None,
        wall_s=round(wall, 2),
        cpu_s=round(cpu, 2),
        ex_per_s=round(attacked / wall, 3),
        ex_per_cpu_s=round(attacked / cpu, 3),
        queries=victim.texts,
        queries_unique=unique,
        q_per_ex=round(victim.texts / max(1, attacked), 1),
        q_per_s=round(victim.texts / wall, 1),
        q_per_cpu_s=round(victim.texts / cpu, 1),
        model_calls=victim.calls,
        mean_batch=round(victim.texts / max(1, victim.calls), 2),
        encoder_sents=ta_env.ENC.n,
        encoder_cpu=round(ta_env.ENC.cpu, 2),
        masked_lm_cpu=round(masked_lm.seconds, 2),
        masked_lm_calls=masked_lm.calls,
        floor_wall_s=round(floor_wall, 4),
        floor_cpu_s=round(floor_cpu, 4),
        times_over_floor_wall=round(wall / floor_wall, 2),
        times_over_floor_cpu=round(cpu / floor_cpu, 2),
        rss_mb=round(rss_mb()),
        threads=THREADS,
    )
    if arguments.out:
        with arguments.out.open("w", encoding="utf-8") as file:
            for (sentence, label), result in zip(rows, results, strict=True):
                row = {"original": sentence, "label": label, "kind": type(result).__name__}
                row |= {"adv": result.perturbed_text(), "queries": result.num_queries}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    standins.nltk_data()
    main()
