-- Queues a pending job whose inputs are all there, counts its operation and, where it costs credits, reserves the first.
-- Outcomes: 'started', 'claimed' (started, and already in the hands of `taker`), 'completed' (`taker` has done it already), 'already'
-- (queued, processing or completed), 'ended' (failed, canceled, expired), 'incomplete' (uploads missing or in flight), 'gone', or
-- the key of the quota that is used up. Only the first three change the job. The caller holds the workspace's lock, and tells
-- workers. `taker` is as job_submit has it; where it has done the job already, its `result` says with what. What was made of other
-- files than are there now does not count.
create function job_begin(ws text, job text, taker jsonb) returns text language plpgsql as $$
declare
  plan plans;
  found_job record;
  used_up text;
  ahead int;
  tag bigint;
  claimed boolean;
  completed boolean;
  result jsonb := nullif(taker->'result', 'null');
  until timestamptz := 'infinity';
begin
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  select status, metered, needs, attempt into found_job from jobs
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
  claimed := tag is not null and taker is not null
    and found_job.needs <@ array(select jsonb_array_elements_text(taker->'engines'));
  completed := coalesce(claimed and result is not null and not found_job.metered and found_job.attempt = 0
    and result->'made_of' = (select jsonb_agg(a.storage_key order by i.index)
      from job_inputs i join artifacts a on a.id = i.artifact_id where i.job_id = job)
    and outputs_fit(ws, plan, result->'outputs', 0), false);
  if completed then
    until := clock_timestamp() + make_interval(secs => plan.retention_seconds);
  end if;
  update jobs set status = case when completed then 'completed' when claimed then 'processing' else 'queued' end,
    queued_at = clock_timestamp(),
    run_at = clock_timestamp(), counted_on = (now() at time zone 'UTC')::date, expires_at = until,
    version = version + 1 + claimed::int + completed::int, vtag = tag, credits = metered::int,
    trace = coalesce(nullif(current_setting('filemill.trace', true), ''), trace), attempt = attempt + claimed::int,
    worker_id = case when claimed then taker->>'worker' end, started_at = case when claimed then clock_timestamp() end,
    lease_until = case when claimed and not completed
      then clock_timestamp() + make_interval(secs => (taker->>'lease_seconds')::float8) end,
    progress = case when completed then 100 else progress end,
    completed_at = case when completed then clock_timestamp() end,
    engines = case when completed then result->'engines' end,
    duration_ms = case when completed then (result->>'took_ms')::int end,
    warnings = case when completed then nullif(result->'warnings', 'null') end
    where id = job;
  if claimed then
    insert into events (workspace_id, job_id, type)
      select ws, job, event from unnest(array['job.started', case when completed then 'job.completed' end]) event
      where event is not null;
    perform setval('vclock', tag) from vclock where tag > last_value;
  elsif ahead > 0 then
    perform job_release(ws);
  end if;
  if completed then
    perform job_outputs(job, ws, result->'outputs', until);
  end if;
  perform pg_notify('job_changed',
    job || case when completed then ' completed' when claimed then ' processing' else ' queued' end);
  return case when completed then 'completed' when claimed then 'claimed' else 'started' end;
end $$;
