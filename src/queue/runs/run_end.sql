-- Ends a run, records its event and notifies whoever waits for it.
create function run_end(run text, outcome text) returns void language sql as $$
  update recipe_runs set status = outcome, completed_at = clock_timestamp() where id = run;
  insert into events (workspace_id, run_id, type)
    select workspace_id, id, 'run.' || outcome from recipe_runs where id = run and golden_file_id is null;
  select output_due(workspace_id, null, id, output) from recipe_runs where id = run and outcome = 'completed' and output is not null;
  select golden_check_end(run, outcome) from recipe_runs where id = run and golden_file_id is not null;
  select pg_notify('job_changed', run || ' ' || outcome)
$$;
