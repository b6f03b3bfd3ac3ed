"""The page to play on: a server for this machine alone, the games behind it, and pages to share.

From the browser inwards: `static/` is the page itself, `server` speaks HTTP over a bounded number of `connections`,
`api` knows the commands, `lobby` holds the games. A game is an `open_game` with its `seats`; `thinking` lets its bots
work in threads, `insight` and `mistakes` say what the engine thinks of it. `game_view` and `match_view` turn games and
matches into what the page draws, `opening_names` names openings, `set_up` begins games in any position; `html_export`
and `pages` write pages that need no server.
"""
