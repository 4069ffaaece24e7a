-- Queues a pending job whose inputs are all there, counts its operation and, if it costs credits, reserves the first one.
-- Outcomes: 'started', 'claimed' (started, and held by `claimer` already), 'reused' (completed with an earlier result), 'already' (queued, processing or completed), 'ended'
-- (failed, canceled, expired), 'incomplete' (uploads missing or in flight), 'gone', or the key of the quota that is used up.
-- Only the first three change the job. The caller holds the workspace's lock, and wakes workers. `claimer` is what job_submit
-- takes. With `despite_uploads` an upload in flight that would replace an input does not make the job incomplete.
create function job_begin(ws text, job text, claimer jsonb, despite_uploads boolean default false) returns text language plpgsql as $$
declare
  plan plans;
  found_job record;
  used_up text;
  ahead int;
  tag bigint;
  claimed boolean;
  same text;
begin
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  select status, metered, needs, reuse, source, type, options into found_job from jobs
    where id = job and workspace_id = ws and deleted_at is null for no key update;
  if not found then
    return 'gone';
  elsif found_job.status in ('queued', 'processing', 'completed') then
    return 'already';
  elsif found_job.status <> 'pending' then
    return 'ended';
  elsif exists (select from job_inputs where job_id = job
      and (uploaded_at is null or (given and artifact_id is null)
        or (upload_lease > clock_timestamp() and not despite_uploads))) then
    return 'incomplete';
  end if;
  if found_job.reuse then
    same := job_find_same(ws, found_job.source = 'api', found_job.type, found_job.options, found_job.needs,
      (select jsonb_agg(to_jsonb(i) order by i.index) from job_inputs i where i.job_id = job));
    if same is not null then
      perform job_reuse(ws, job, same);
      return 'reused';
    end if;
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
  claimed := tag is not null and claimer is not null
    and found_job.needs <@ array(select jsonb_array_elements_text(claimer->'engines'));
  update jobs set status = case when claimed then 'processing' else 'queued' end, queued_at = clock_timestamp(),
    run_at = clock_timestamp(), counted_on = (now() at time zone 'UTC')::date, expires_at = 'infinity',
    version = version + 1 + claimed::int, start_refused = null, start_refused_at = null, vtag = tag, credits = metered::int,
    trace = coalesce(nullif(current_setting('filemill.trace', true), ''), trace), attempt = attempt + claimed::int,
    worker_id = case when claimed then claimer->>'worker' end, started_at = case when claimed then clock_timestamp() end,
    lease_until = case when claimed then clock_timestamp() + make_interval(secs => (claimer->>'lease_seconds')::float8) end
    where id = job;
  if claimed then
    perform job_event(ws, job, 'job.started');
    perform setval('vclock', tag) from vclock where tag > last_value;
  elsif ahead > 0 then
    perform job_release(ws);
  end if;
  perform pg_notify('job_changed', job || case when claimed then ' processing' else ' queued' end);
  return case when claimed then 'claimed' else 'started' end;
end $$;
