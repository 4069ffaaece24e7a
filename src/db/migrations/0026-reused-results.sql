-- Finds the jobs that share a result.
create index concurrently jobs_reused on jobs (reused_from) where reused_from is not null;
