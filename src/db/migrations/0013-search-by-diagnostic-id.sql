-- Few jobs have one.
create index concurrently jobs_diagnostic on jobs (diagnostic_id) where diagnostic_id is not null;
-- Rows of runs are removed by their age.
create index concurrently recipe_runs_ended on recipe_runs (completed_at) where completed_at is not null;
