-- Less to write and to look up for each job: a start that finds a free slot queues and releases its job in one change.

-- Of a job's own rows the job says whose they are; that it is somebody's was checked when it was made.
alter table artifacts drop constraint artifacts_workspace_id_fkey;
alter table events drop constraint events_workspace_id_fkey;

-- Takes a slot of the workspace for its next job and says the tag that goes with it; null where none is free. The caller
-- holds the workspace's lock and gives the tag to a job.
create function job_slot(ws text) returns bigint language plpgsql as $$
declare
  cap int;
  tag bigint;
begin
  select p.concurrency, greatest(w.vtime, (select last_value from vclock)) + 100000 / p.weight
    into cap, tag
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if (select count(*) from jobs where workspace_id = ws
        and (status = 'processing' or (status = 'queued' and vtag is not null))) >= cap then
    return null;
  end if;
  update workspaces set vtime = tag where id = ws;
  perform pg_notify('job_released', '');
  return tag;
end $$;

create or replace function job_release(ws text) returns boolean language plpgsql as $$
declare
  oldest text := (select id from jobs where workspace_id = ws and status = 'queued' and vtag is null
    order by seq limit 1);
  tag bigint;
begin
  if oldest is null then
    return false;
  end if;
  tag := job_slot(ws);
  if tag is null then
    return false;
  end if;
  update jobs set vtag = tag where id = oldest;
  return true;
end $$;

create or replace function job_start(ws text, job text) returns text language plpgsql as $$
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
  -- Those ahead of it are released before it.
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

-- As before, but that the workspace need not be locked for it: the new artifact no longer refers to it.
create or replace function upload_complete(ws text, job text, idx int, token uuid, artifact text, key text, bytes bigint,
  digest text)
returns table (outcome text, replaced text) language plpgsql as $$
declare
  state text;
  old text;
begin
  select j.status into state from jobs j where j.id = job and j.workspace_id = ws and j.deleted_at is null for update;
  if state is null then
    return query select 'gone', null::text;
    return;
  elsif state <> 'pending' then
    return query select 'closed', null::text;
    return;
  end if;
  delete from artifacts a where a.job_id = job and a.role = 'input' and a.index = idx returning a.storage_key into old;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
      storage_key, expires_at)
    select artifact, ws, job, 'input', idx, i.filename, i.content_type, i.format, bytes, digest, key, j.expires_at
    from jobs j join job_inputs i on i.job_id = j.id and i.index = idx where j.id = job;
  update job_inputs i set uploaded_at = clock_timestamp(), sha256 = digest, artifact_id = artifact,
      upload_lease = case when i.upload_token = token then null else i.upload_lease end,
      upload_token = nullif(i.upload_token, token)
    where i.job_id = job and i.index = idx;
  update jobs set version = version + 1 where id = job;
  perform job_changed(job);
  return query select 'kept', old;
end $$;
