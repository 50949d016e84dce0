"""Redaction: secrets of a roster go before anything is built for an opponent."""
