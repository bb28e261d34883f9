from tests.qa.conftest import make_service

__all__ = ["make_service"]
