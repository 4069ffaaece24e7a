-- Ends a step for which no job runs, and releases the credit that was reserved for its first job.
create function run_skip(step run_steps, outcome text) returns void language plpgsql as $$
begin
  update run_steps set state = outcome, secret = null where run_id = step.run_id and index = step.index;
  if step.flow ? 'reserved' then
    perform credit_release((select workspace_id from recipe_runs where id = step.run_id), step.flow->>'reserved', 0);
  end if;
end $$;
