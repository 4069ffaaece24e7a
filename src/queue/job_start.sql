-- Queues a pending job whose inputs are all there and counts its operation. Outcomes: 'started', 'already' (queued,
-- processing or completed), 'ended' (failed, canceled, expired), 'incomplete' (uploads missing or in flight), 'gone', or
-- the key of the quota that is used up. Only 'started' changes anything.
create function job_start(ws text, job text) returns text language plpgsql as $$
declare
  plan plans;
  state text;
  erased timestamptz;
  ahead int;
  tag bigint;
  today date := (now() at time zone 'UTC')::date;
begin
  perform 1 from workspaces where id = ws for no key update;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  select status, deleted_at into state, erased from jobs where id = job and workspace_id = ws for no key update;
  if state is null or erased is not null then
    return 'gone';
  elsif state in ('queued', 'processing', 'completed') then
    return 'already';
  elsif state <> 'pending' then
    return 'ended';
  elsif exists (select from job_inputs where job_id = job
      and (uploaded_at is null or upload_lease > clock_timestamp())) then
    return 'incomplete';
  end if;
  ahead := (select count(*) from (select from jobs where workspace_id = ws and status = 'queued' and vtag is null
    limit plan.waiting) waiting);
  if ahead >= plan.waiting then
    return 'queued_jobs';
  end if;
  if not usage_count(ws, 'operations', date_trunc('month', today)::date, plan.operations_per_month, 1) then
    return 'operations';
  end if;
  if not usage_count(ws, 'operations_daily', today, plan.operations_per_day, 1) then
    update usage_counters set used = used - 1
      where workspace_id = ws and quota = 'operations' and window_start = date_trunc('month', today)::date;
    return 'operations_daily';
  end if;
  -- Jobs that waited longer are released first.
  if ahead = 0 then
    tag := job_slot(ws);
  end if;
  update jobs set status = 'queued', queued_at = clock_timestamp(), run_at = clock_timestamp(), counted_on = today,
    expires_at = 'infinity', version = version + 1, vtag = tag where id = job;
  if ahead > 0 then
    perform job_release(ws);
  end if;
  perform job_changed(job);
  return 'started';
end $$;
