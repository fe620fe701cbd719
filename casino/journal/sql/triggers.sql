-- Nobody alters or removes evidence, whatever their role. A head moves only by the journal's own functions, which run as pitledger_journal.

CREATE OR REPLACE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON journal.entry FOR EACH STATEMENT EXECUTE FUNCTION journal.forbid();
CREATE OR REPLACE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON journal.command FOR EACH STATEMENT EXECUTE FUNCTION journal.forbid();
CREATE OR REPLACE TRIGGER immutable BEFORE DELETE OR TRUNCATE ON journal.head FOR EACH STATEMENT EXECUTE FUNCTION journal.forbid();
CREATE OR REPLACE TRIGGER moved_by_append BEFORE UPDATE ON journal.head FOR EACH STATEMENT WHEN (current_user <> 'pitledger_journal') EXECUTE FUNCTION journal.forbid();
ALTER TABLE journal.entry ENABLE ALWAYS TRIGGER immutable;
ALTER TABLE journal.command ENABLE ALWAYS TRIGGER immutable;
ALTER TABLE journal.head ENABLE ALWAYS TRIGGER immutable;
ALTER TABLE journal.head ENABLE ALWAYS TRIGGER moved_by_append;
