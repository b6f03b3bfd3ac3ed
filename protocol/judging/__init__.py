"""The judge's side: bots as processes under limits, the rules they play by, and the rulings on their answers.

One judged game, in call order: `referee` asks two players (`player`) in turn under a rule set (`rules`);
`botzone_player` and `gtp_player` run a bot as a process (`process_player`), `sandbox` keeps it within limits,
`botzone_judge_end` writes its input and reads its answer. `bot_names` finds the player a user names, `compilers` builds
one from source. `failure` explains why an answer lost the game. `examination` puts a bot through its paces, one turn at
a time (`examinee`).

Under a sandbox: `pipes` carry input and output, `bot_tree` is everything a bot has started, `shield` and `isolation`
start it, `strays` and `guardian` let nothing escape, `processes` asks the operating system. The judge's own failures
are `trouble`, never a verdict.

Bots of other platforms see the whole board (`board_player`): `class_player` calls a class for MO or CS303 in a process
of its own (`class_runner`, with MO's board from `mo_stand_in`), `codingame_player` speaks CodinGame's protocol,
`platform_examination` checks the requirements of these platforms.
"""
