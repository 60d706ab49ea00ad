"""A match at a real table: its parts, its page, its orders, and the service that keeps all of it alive."""
