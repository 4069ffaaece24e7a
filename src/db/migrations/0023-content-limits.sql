-- The largest content of a file that a plan allows; null allows any.
alter table plans add column media_seconds int, add column megapixels int, add column archive_entries int;
