-- Ends a run whose input could not be fetched: its first step failed, the rest is skipped, and nothing is charged.
create function run_fail_input(run text, first_job text, reason text, message text, diagnostic uuid) returns void
language plpgsql as $$
declare
  ws text;
begin
  select workspace_id into ws from recipe_runs where id = run and status = 'active' for no key update;
  if not found then
    return;
  end if;
  update run_steps set secret = null where run_id = run;
  update run_steps set failure_reason = reason, failure_message = message, diagnostic_id = diagnostic
    where run_id = run and index = 0;
  if (select metered from run_steps where run_id = run and index = 0) then
    perform credit_release(ws, first_job, 0);
  end if;
  perform run_return(run, 0);
  perform run_end(run, 'failed');
end $$;
