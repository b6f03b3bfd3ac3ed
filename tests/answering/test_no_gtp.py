"""GTP in uploads that leave it out."""

import io

from protocol.answering.no_gtp import GtpConversation


def test_it_refuses_in_one_line():
    answers, log = io.StringIO(), io.StringIO()
    assert GtpConversation(None, None, answers, log, 1.0, None, False).run() == 2
    assert (answers.getvalue(), log.getvalue()) == ("", "bot: this upload does not speak GTP; bot.py does\n")
