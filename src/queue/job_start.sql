-- Queues a pending job whose inputs are all there, counts its operation and, where it costs credits, reserves the first.
-- Outcomes: 'started', 'already' (queued, processing or completed), 'ended' (failed, canceled, expired), 'incomplete'
-- (uploads missing or in flight), 'gone', or the key of the quota that is used up. Only 'started' changes the job.
create function job_start(ws text, job text) returns text language plpgsql as $$
declare
  plan plans;
  found_job record;
  used_up text;
  ahead int;
  tag bigint;
  today date := (now() at time zone 'UTC')::date;
begin
  perform 1 from workspaces where id = ws for no key update;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  select status, metered, needs into found_job from jobs
    where id = job and workspace_id = ws and deleted_at is null for no key update;
  if not found then
    return 'gone';
  elsif found_job.status in ('queued', 'processing', 'completed') then
    return 'already';
  elsif found_job.status <> 'pending' then
    return 'ended';
  elsif exists (select from job_inputs where job_id = job
      and (uploaded_at is null or (given and artifact_id is null) or upload_lease > clock_timestamp())) then
    return 'incomplete';
  end if;
  if plan.storage_bytes is not null and storage_used(ws) >= plan.storage_bytes then
    return 'storage_bytes';
  end if;
  ahead := jobs_ahead(ws, plan.waiting);
  if ahead >= plan.waiting then
    return 'queued_jobs';
  end if;
  used_up := quota_take(ws, plan, 1, case when found_job.metered then job end);
  if used_up is not null then
    return used_up;
  end if;
  -- Jobs that waited longer are released first.
  if ahead = 0 then
    tag := job_slot(ws, found_job.needs);
  end if;
  update jobs set status = 'queued', queued_at = clock_timestamp(), run_at = clock_timestamp(), counted_on = today,
    expires_at = 'infinity', version = version + 1, vtag = tag, credits = metered::int,
    trace = coalesce(nullif(current_setting('filemill.trace', true), ''), trace) where id = job;
  if ahead > 0 then
    perform job_release(ws);
  elsif tag is not null then
    perform pg_notify('job_released', '');
  end if;
  perform job_changed(job);
  return 'started';
end $$;
