-- How many inputs a workspace may declare in a day for jobs that it never starts.
alter table plans add column pending_inputs int not null default 10000;
-- How many inputs a job was created with, counted while it is not started.
alter table jobs add column declared_inputs int not null default 1;
