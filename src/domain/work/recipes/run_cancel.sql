-- Cancels an active run and its current step. The step ends before the run, as in runs that complete or fail, so that their
-- events are in that order. Outcomes: 'canceled', 'ended', 'gone'.
create function run_cancel(ws text, run text) returns text language plpgsql as $$
declare
  state text;
  current record;
begin
  perform 1 from workspaces where id = ws for no key update;
  select status into state from recipe_runs where id = run and workspace_id = ws for no key update;
  if state is null then
    return 'gone';
  elsif state <> 'active' then
    return 'ended';
  end if;
  select id, step_index into current from jobs where run_id = run order by step_index desc limit 1;
  update run_steps set secret = null where run_id = run;
  perform run_return(run, current.step_index + 1);
  perform job_cancel(ws, current.id);
  perform run_end(run, 'canceled');
  return 'canceled';
end $$;
