-- The bytes of a small file, in the row that names it: a file and its row are on the disk by one sync. Null where the storage has it.
alter table artifacts add column content bytea;
-- Most files are packed already: to pack them again would take longer than it saves.
alter table artifacts alter column content set storage external;
