"""Networks to begin with: a small one from nothing, or one that is there."""

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from mohs.errors import ModelError  # noqa: E402
from mohs.training.seq2seq import made_from_nothing, opened, save  # noqa: E402
from seq2seq_models import seq2seq_folder  # noqa: E402

TEXTS = ["Is the sky blue?", "The sky is blue."] * 3


def test_its_tokenizer_reads_a_pair_with_ends_between_and_gives_texts_back_to_the_letter():
    _, tokenizer = made_from_nothing(iter(TEXTS), 32, 1, 400)
    ids = tokenizer("( NP )", "The sky is blue.")["input_ids"]
    assert ids[-1] == 2 and ids.count(2) == 2
    for text in ("Is the sky blue?", "Été 😀 – 'x' ."):
        assert tokenizer.decode(tokenizer(text)["input_ids"], skip_special_tokens=True).strip() == text


def test_what_is_saved_is_opened_again_with_the_same_weights(tmp_path):
    torch.manual_seed(1)
    model, tokenizer = made_from_nothing(iter(TEXTS), 32, 1, 400)
    save(model, tokenizer, tmp_path)
    assert not (tmp_path / "part").exists()
    again, reader = opened(f"hf:{tmp_path}")
    assert all(
        torch.equal(a, b)
        for a, b in zip(model.state_dict().values(), again.state_dict().values(), strict=True)
    )
    assert reader("a b")["input_ids"] == tokenizer("a b")["input_ids"]


def test_a_network_that_cannot_write_is_refused(tmp_path):
    with pytest.raises(ModelError):
        opened(f"hf:{tmp_path / 'nothing'}")


def test_a_tokenizer_that_cannot_fill_rows_is_refused(tmp_path):
    folder = seq2seq_folder(tmp_path / "m", steps=1)
    path = folder / "tokenizer_config.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"pad_token"', '"other_token"'), encoding="utf-8"
    )
    with pytest.raises(ModelError, match="fill rows"):
        opened(f"hf:{folder}")
