import json
import os

import pytest
from story import play


@pytest.mark.skipif("SIDLE_STORY" not in os.environ, reason="needs the story of bindings/story as SIDLE_STORY")
def test_story_has_the_hashes_of_the_c_library():
    with open(os.environ["SIDLE_STORY"]) as file:
        assert play(json.load(file)) >= 10
