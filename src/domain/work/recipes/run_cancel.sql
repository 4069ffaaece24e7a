-- Cancels an active run and its current step. The step ends before the run, as in runs that complete or fail, so that their
-- events are in that order. Outcomes: 'canceled', 'ended', 'gone'.
create function run_cancel(ws text, run text) returns text language plpgsql as $$
declare
  state text;
  current record;
  waiting record;
begin
  perform 1 from workspaces where id = ws for no key update;
  select status into state from recipe_runs where id = run and workspace_id = ws and golden_file_id is null for no key update;
  if state is null then
    return 'gone';
  elsif state <> 'active' then
    return 'ended';
  end if;
  -- A run that waits for its input has no step yet.
  update input_fetches set status = 'failed', source = null where run_id = run and status = 'waiting' returning job_id, first_job
    into waiting;
  if found then
    update jobs set status = 'canceled', completed_at = clock_timestamp() where id = waiting.job_id and status = 'pending';
    perform storage_release(ws, waiting.job_id);
    if (select metered from run_steps where run_id = run and index = 0) then
      perform credit_release(ws, waiting.first_job, 0);
    end if;
    update run_steps set secret = null where run_id = run;
    perform run_return(run, 0);
    perform run_end(run, 'canceled');
    perform job_changed(waiting.job_id);
    return 'canceled';
  end if;
  if exists (select from run_steps where run_id = run and flow is not null) then
    perform 1 from jobs where run_id = run and status in ('queued', 'processing') order by id for no key update;
    perform run_skip(s, 'broken') from run_steps s where s.run_id = run and s.state in ('waiting', 'counting');
    perform job_cancel(ws, j.id) from jobs j where j.run_id = run and j.status in ('queued', 'processing');
    perform run_return_unused(run);
    perform run_end(run, 'canceled');
    return 'canceled';
  end if;
  select id, step_index into current from jobs where run_id = run order by step_index desc limit 1;
  update run_steps set secret = null where run_id = run;
  perform run_return(run, current.step_index + 1);
  perform job_cancel(ws, current.id);
  perform run_end(run, 'canceled');
  return 'canceled';
end $$;
