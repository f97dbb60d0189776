import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "README.md"


def test_first_example_runs(capsys):
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.S).group(1)
    assert code.count("\n") <= 30
    exec(code, {})
    assert capsys.readouterr().out.startswith("25 of 25 are behind the wall, hero at (10.0")
