"""The ground's decisions and facts: pure Python, no Django, no clock, no database."""
