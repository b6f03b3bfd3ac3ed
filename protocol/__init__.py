"""The part that talks: the bot's end of every wire, the judge's end, records, matches and the page to play on."""
