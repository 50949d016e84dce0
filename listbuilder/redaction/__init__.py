"""Redaction: secrets are taken out before content is built for an opponent."""
