"""The bot's end of every protocol: everything here may be uploaded, and nothing here knows the judge's side.

One turn from stdin to stdout, in the order of the calls: `bot_process` reads the input and owns the clock,
`botzone_bot_end` parses the turn, `guarded_turn` makes sure that it is answered in time, and `decision` that the answer
is legal. A thinker of `engine` finds the move, and `report_text` puts its report into words. `gtp_engine_end` does the
same for GTP (`no_gtp` replaces it where nobody speaks GTP); `choice_thinker` makes a thinker of a single function.
"""
