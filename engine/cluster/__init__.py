"""Work that is handed to others: games of a match, self-play, labels, searches for the book.

The seam is `concurrent.futures.Executor`: `submit(function, *arguments)` gives a future, `shutdown` ends it.
`assignments` hands out pieces of work through it and takes each result once; `dask_executor` is a Dask cluster behind
it. An executor that loses work says so by `LostWorkError`; one that never does, as those of MPI and of the standard
library, needs nothing of this package.
"""
