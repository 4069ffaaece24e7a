-- Ends a job that has not ended. The worker that holds it learns so by 'job_canceled', or by its next heartbeat.
create function job_cancel(ws text, job text) returns text language plpgsql as $$
declare
  state text;
  until timestamptz;
begin
  perform 1 from workspaces where id = ws for no key update;
  select status into state from jobs where id = job and workspace_id = ws and deleted_at is null for no key update;
  if state is null then
    return 'gone';
  elsif state not in ('pending', 'queued', 'processing') then
    return 'ended';
  end if;
  select clock_timestamp() + make_interval(secs => p.retention_seconds) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'canceled', completed_at = clock_timestamp(), lease_until = null, secret = null,
      expires_at = until, version = version + 1 where id = job;
  update artifacts set expires_at = until where job_id = job and role = 'input';
  perform job_event(ws, job, 'job.canceled');
  if state = 'pending' then
    perform storage_release(ws, job);
  else
    perform credit_release(ws, job);
    perform job_release(ws);
  end if;
  if state = 'processing' then
    perform pg_notify('job_canceled', job);
  end if;
  perform job_changed(job);
  return 'canceled';
end $$;
