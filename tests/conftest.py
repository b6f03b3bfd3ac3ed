"""Settings for the whole suite."""

from hypothesis import HealthCheck, settings

# Examples have no deadline: a busy machine must not fail a correct test.
settings.register_profile("reversi", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("reversi")


def pytest_terminal_summary(terminalreporter):
    """Lists the interpreters on which the engine's core checks passed."""
    ran = [report.nodeid.partition("[")[2].rstrip("]") for report in terminalreporter.getreports("passed")
           if "test_the_core_checks_pass_on[" in report.nodeid]
    if ran:
        terminalreporter.write_line("The engine's core checks passed on %s." % ", ".join(ran))
