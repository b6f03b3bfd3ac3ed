"""Everything that communicates: the bot's and the judge's end of each wire, matches, records, the page to play on."""
