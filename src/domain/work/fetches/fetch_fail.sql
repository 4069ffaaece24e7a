-- Fails a job because one of its inputs could not be fetched, or the run that waits for it. A job that no longer waits for inputs
-- stays as it is. Returns false if the claim was lost.
create function fetch_fail(job text, idx int, claimed int, reason text, message text, detail text, diagnostic uuid) returns boolean
language plpgsql as $$
declare
  ws text := (select f.workspace_id from input_fetches f where f.job_id = job and f.index = idx);
  held record;
  until timestamptz;
  run_state text;
begin
  perform 1 from workspaces where id = ws for no key update;
  perform 1 from jobs where id = job for update;
  select f.* into held from input_fetches f where f.job_id = job and f.index = idx and f.claim = claimed and f.status = 'waiting'
    for update;
  if not found then
    return false;
  end if;
  update input_fetches set status = 'failed', source = null where job_id = job and status = 'waiting';
  select clock_timestamp() + kept_for(p.retention_seconds, (select retention_hours from jobs where id = job)) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'failed', completed_at = clock_timestamp(), expires_at = until, secret = null, failure_reason = reason,
      failure_message = message, diagnostic_id = diagnostic, version = version + 1
    where id = job and status = 'pending' and deleted_at is null;
  if found then
    perform storage_release(ws, job);
    update artifacts set expires_at = until where job_id = job and role = 'input';
    insert into job_failures (diagnostic_id, job_id, workspace_id, attempt, reason, outcome, engines, detail)
      values (diagnostic, job, ws, 0, reason, 'failed', '{}', fetch_fail.detail);
    if held.run_id is null then
      perform job_event(ws, job, 'job.failed');
    end if;
    perform job_changed(job);
  end if;
  if held.run_id is not null then
    perform run_fail_input(held.run_id, held.first_job, reason, message, diagnostic);
  end if;
  return true;
end $$;
