"""Settings of the property tests."""

from hypothesis import settings

# the first example loads dictionaries, and a busy machine is no fault of the code
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
