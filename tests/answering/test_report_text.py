"""A report as text."""

from engine.report import Candidate, Report
from protocol.answering.report_text import report_summary, report_table

ESTIMATED = Report(
    19, 0.125, 2.5, False, "search", 20480, 5.4321, (19, 34, 45, 44, 29, 21, 20, 37, 43, 51),
    tuple(Candidate(move, visits, value, prior, discs, False) for move, visits, value, prior, discs in [
        (19, 18000, 0.125, 0.4, 2.5), (26, 2000, 0.0, 0.3, 0.0), (37, 400, -0.25, 0.2, -4.0),
        (44, 70, -0.5, 0.06, -9.5), (45, 10, -1.0, 0.04, -30.0)]))
PROVEN = Report(63, 1.0, 6, True, "endgame", 0, 0.5, (63,))


def test_the_summary_is_one_line_with_the_best_candidates_and_the_start_of_the_line():
    assert report_summary(ESTIMATED) == (
        "d3 +0.125 (+2.5 discs) search 20480 sims 5.43s | d3 c5 f6 e6 f4 f3 e3 f5 | d3 18000 c4 2000 f5 400 e6 70")


def test_a_proven_result_is_marked():
    assert report_summary(PROVEN) == "h8 +1.000 (=+6 discs) endgame 0 sims 0.50s | h8"


def test_the_table_has_every_candidate_and_the_whole_line():
    assert report_table(ESTIMATED) == [
        "d3 by search: value +0.125, discs +2.5, 20480 simulations in 5.432 s",
        "  move   visits    value   prior   discs",
        "  d3      18000   +0.125   0.400   +2.5",
        "  c4       2000   +0.000   0.300   +0.0",
        "  f5        400   -0.250   0.200   -4.0",
        "  e6         70   -0.500   0.060   -9.5",
        "  f6         10   -1.000   0.040   -30.0",
        "  line d3 c5 f6 e6 f4 f3 e3 f5 d6 d7",
    ]


def test_a_table_without_candidates_has_no_heading():
    assert report_table(PROVEN) == ["h8 by endgame: value +1.000, discs =+6, 0 simulations in 0.500 s", "  line h8"]


def test_a_report_without_a_line_can_be_shown_too():
    bare = PROVEN._replace(line=())
    assert report_summary(bare) == "h8 +1.000 (=+6 discs) endgame 0 sims 0.50s"
    assert len(report_table(bare)) == 1
