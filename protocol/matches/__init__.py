"""Many games: who plays whom (`schedule`), several at a time (`match_runner`), here (`executors`) or on the machines of
a cluster (`cluster_venue`, `dask_cluster`), kept on file (`match_file`), summed up (`standings`) and weighed (`elo`),
from balanced positions (`openings`); `progress` says how far it is.
"""
