-- The trace of the request or job that queued it; the setting is there only where traces are wanted.
alter table jobs add column trace text default nullif(current_setting('filemill.trace', true), '');
