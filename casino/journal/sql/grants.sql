-- What each role may do. pitledger_app is what the processes log in with, pitledger_owner what migrates and rebuilds.

REVOKE ALL ON ALL TABLES IN SCHEMA journal FROM PUBLIC, pitledger_app, pitledger_owner;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA journal FROM PUBLIC, pitledger_app, pitledger_owner;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA journal FROM PUBLIC, pitledger_app, pitledger_owner;
GRANT USAGE ON SCHEMA journal TO pitledger_app, pitledger_owner;
GRANT SELECT ON ALL TABLES IN SCHEMA journal TO pitledger_app, pitledger_owner;
GRANT SELECT ON SEQUENCE journal.position_seq TO pitledger_app, pitledger_owner;
GRANT INSERT, UPDATE, DELETE ON journal.snapshot, journal.cursor, journal.due, journal.refused TO pitledger_app, pitledger_owner;
GRANT EXECUTE ON FUNCTION journal.now, journal.load, journal.append_one, journal.append_many TO pitledger_app, pitledger_owner;
GRANT EXECUTE ON FUNCTION journal.command_hash TO pitledger_app, pitledger_owner;
GRANT EXECUTE ON FUNCTION journal.restate TO pitledger_owner;
