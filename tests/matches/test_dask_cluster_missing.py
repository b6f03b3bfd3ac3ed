"""A match on a cluster without Dask. The cluster itself is tested in tests/cluster."""

import sys

import pytest

from protocol.match import main


def test_a_match_on_a_cluster_needs_dask_and_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "engine.cluster.dask_executor", None)
    with pytest.raises(SystemExit) as leaving:
        main(["random", "greedy", "--cluster", "tcp://127.0.0.1:1", "--out", str(tmp_path / "games")])
    assert leaving.value.code == 2
    assert "--cluster needs Dask" in capsys.readouterr().err
    assert not (tmp_path / "games").exists()
