-- Ends a job that has not ended. The worker that holds it learns so by 'job_canceled', or by its next heartbeat. A job that was
-- under way has spent credits in proportion to its progress, and at least one where its caller could read a part of the result.
create function job_cancel(ws text, job text) returns text language plpgsql as $$
declare
  held record;
  spent int := 0;
  until timestamptz;
begin
  perform 1 from workspaces where id = ws for no key update;
  select status, credits, progress, retention_hours into held from jobs
    where id = job and workspace_id = ws and deleted_at is null for no key update;
  if not found then
    return 'gone';
  elsif held.status not in ('pending', 'queued', 'processing') then
    return 'ended';
  end if;
  -- The update below removes the partial text, so this comes first.
  if held.status = 'processing' and held.credits > 0
      and (held.progress > 0 or exists (select from job_partials where job_id = job)) then
    spent := greatest(1, ceil(held.credits * held.progress / 100.0));
  end if;
  select clock_timestamp() + kept_for(p.retention_seconds, held.retention_hours) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'canceled', completed_at = clock_timestamp(), lease_until = null, secret = null,
      expires_at = until, version = version + 1 where id = job;
  update artifacts set expires_at = until where job_id = job and role = 'input';
  perform job_event(ws, job, 'job.canceled');
  if held.status = 'pending' then
    perform storage_release(ws, job);
  else
    if held.credits > 0 then
      perform credit_release(ws, job, spent);
    end if;
    perform job_release(ws);
  end if;
  if held.status = 'processing' then
    perform pg_notify('job_canceled', job);
  end if;
  perform job_changed(job);
  return 'canceled';
end $$;
