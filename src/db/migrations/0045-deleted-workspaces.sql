-- A deleted workspace keeps its row, because the credit ledger and the usage of past days name it. `purged_at`: all its files and rows
-- that hold content are gone.
alter table workspaces add column deleted_at timestamptz, add column purged_at timestamptz;
