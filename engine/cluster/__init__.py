"""Work done elsewhere: games of a match, self-play, labels, searches for the book.

The seam is `concurrent.futures.Executor`: `submit(function, *arguments)` returns a future, `shutdown` ends it.
`assignments` hands out pieces of work through it and takes each result once; `dask_executor` is a Dask cluster behind
it. An executor that loses work raises `LostWorkError`; one that never does, such as those of MPI and of the standard
library, needs nothing from this package.
"""
