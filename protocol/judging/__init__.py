"""The judge's side: bots as processes under limits, the rules they play by, and the rulings on their answers.

One judged game, in the order of the calls: `referee` asks two players (`player`) in turn by a rule set (`rules`);
`botzone_player` and `gtp_player` are bots as processes, `sandbox` runs one under limits, `botzone_judge_end` writes
what a bot is sent and reads what it answers. `bot_names` finds the player a user means, `compilers` makes one of a
source file. `failure` explains why an answer lost the game. `examination` puts a bot through its paces, one turn at a
time (`examinee`).

Under a sandbox: `pipes` carry what is said, `bot_tree` is all that a bot has started, `shield` and `isolation` start
it, `strays` and `guardian` let nothing get away, `processes` asks the operating system. What the judge itself cannot
do is `trouble`, never a verdict.

Bots of other platforms are shown the whole board (`board_player`): `class_player` calls a class for MO or CS303 in a
process of its own (`class_runner`, with MO's board from `mo_stand_in`), `codingame_player` speaks CodinGame's protocol,
`platform_examination` knows what these platforms ask.
"""
