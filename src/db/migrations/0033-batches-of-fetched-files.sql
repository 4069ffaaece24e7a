-- Inputs of a batch that the service fetches have no artifact yet.
alter table batch_inputs alter column artifact_id drop not null;
-- `source` is the address of the file, sealed; `place` has the connection and key as they may be shown.
alter table batch_inputs add column source bytea, add column place jsonb;
