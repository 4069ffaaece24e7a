-- Ends an attempt that failed: back to the queue after a pause while `retry` and attempts last, otherwise failed for good. A job
-- that waits for its retry keeps its slot, so that a workspace whose jobs keep failing slows only itself. 'lost' when the
-- attempt no longer holds the job; 'dropped' when it was a preview, which is not tried again.
create function job_fail(job text, ws text, att int, reason text, detail text, diagnostic uuid, retry boolean,
  give_back boolean, most int, only_expired boolean, told_option text, told_message text)
returns text language plpgsql as $$
declare
  until timestamptz;
  step record;
begin
  perform 1 from workspaces where id = ws for no key update;
  if exists (select from jobs where id = job and attempt = att and status = 'processing' and source = 'preview'
      and (not only_expired or lease_until < clock_timestamp()) for no key update) then
    perform preview_end(job, null);
    return 'dropped';
  end if;
  if retry then
    update jobs set status = 'queued', lease_until = null, worker_id = null, progress = 0, version = version + 1,
        failure_detail = detail, failures = failures + 1,
        run_at = clock_timestamp() + make_interval(secs => least(60, power(2, failures)))
      where id = job and attempt = att and status = 'processing' and failures + 1 < most
        and (not only_expired or lease_until < clock_timestamp());
    if found then
      perform job_changed(job);
      return 'retried';
    end if;
  end if;
  select clock_timestamp() + kept_for(p.retention_seconds, (select j.retention_hours from jobs j where j.id = job)) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'failed', failures = failures + 1, completed_at = clock_timestamp(), expires_at = until,
      lease_until = null, secret = null, failure_reason = reason, failure_option = told_option,
      failure_message = told_message, failure_detail = detail, diagnostic_id = diagnostic,
      version = version + 1
    where id = job and attempt = att and status = 'processing'
      and (not only_expired or lease_until < clock_timestamp())
    returning run_id, step_index, step_part, credits into step;
  if not found then
    return 'lost';
  end if;
  if give_back then
    if step.step_part is null then
      perform usage_return(job);
    else
      perform run_give_back(step.run_id, step.step_index);
    end if;
  end if;
  if step.credits > 0 then
    perform credit_release(ws, job, 0);
  end if;
  update artifacts set expires_at = until where job_id = job and role = 'input';
  perform job_event(ws, job, 'job.failed');
  if step.run_id is not null then
    if step.step_part is null then
      perform run_break(step.run_id, step.step_index);
    else
      perform run_part_end(step.run_id, step.step_index, job, false);
    end if;
  end if;
  perform job_release(ws);
  perform job_changed(job);
  return 'failed';
end $$;
