-- Engines that set-up is still installing on a worker's machine: job types say so, and requests are told to come again.
alter table workers add column installing text[] not null default '{}';
