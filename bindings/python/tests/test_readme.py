import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "README.md"
FIRST, PICTURE = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)


def test_first_example_runs(capsys):
    assert FIRST.count("\n") <= 30
    exec(FIRST, {})
    assert capsys.readouterr().out.startswith("25 of 25 are behind the wall, hero at (10.0")


def test_example_with_a_picture_draws_the_ways(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(FIRST + PICTURE, names)
    assert (tmp_path / "first.png").stat().st_size > 10000
    assert (names["ways"][-1][:, 1] > names["ways"][0][:, 1] + 5).all()
