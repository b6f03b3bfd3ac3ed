"""Matches of many games: pairings (`schedule`) from balanced positions (`openings`), played several at a time
(`match_runner`), here (`executors`) or on a cluster (`cluster_venue`, `dask_cluster`, with `travelling_bots` and
`calibration`), kept on file (`match_file`), summed up (`standings`) and rated (`elo`); `progress` shows the state.
"""
