"""Exact chances of dice: of tables, and of what data says hangs on rolls."""
