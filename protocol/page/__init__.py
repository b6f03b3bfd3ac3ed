"""The page to play on: a server for this machine alone, the games behind it, and pages to share.

From the browser inwards: `static/` is the page itself, `server` speaks HTTP over a bounded number of `connections`,
`api` knows the commands, `lobby` holds the games, `open_game` is one of them, `insight` and `mistakes` say what the
engine thinks of it. `game_view` turns a game into what the page draws, `opening_names` names openings, `set_up` begins
games in any position; `match_view` is a match for its index; `html_export` and `pages` write pages without a server.
"""
