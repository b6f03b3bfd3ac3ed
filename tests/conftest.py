"""Settings for the whole suite."""

from hypothesis import HealthCheck, settings

# A shared or sleepy machine must not fail a test that is right: examples have no deadline.
settings.register_profile("reversi", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("reversi")
