"""The bot's end of every wire: everything here may be uploaded, and nothing here knows the judge's side.

One turn from stdin to stdout, in the order of the calls: `bot_process` reads the input and owns the clock,
`botzone_bot_end` knows what a turn looks like, `guarded_turn` makes sure that it is answered in time, `decision`
that the answer is legal. A thinker of `engine` finds it, and `report_text` puts its thoughts into words.
`gtp_engine_end` is the same for GTP, and `choice_thinker` makes a thinker out of a single function.
"""
