-- The queue is the jobs table. Lock order everywhere: the workspace's row, then the job's. The locks are 'no key' ones: a
-- foreign key's check, as of an event's insert, must not wait for them, or claiming and canceling could wait for each other.
-- docs/decisions/0004-queue.md tells why it is shaped this way.

-- The highest virtual tag handed to a worker. A sequence, so that claiming contends on no row.
create sequence vclock minvalue 0 start 0;

-- Gives the workspace's oldest waiting job a slot, if one is free. The caller holds the workspace's lock.
create function job_release(ws text) returns boolean language plpgsql as $$
declare
  cap int;
  tag bigint;
begin
  select p.concurrency, greatest(w.vtime, (select last_value from vclock)) + 100000 / p.weight
    into cap, tag
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if (select count(*) from jobs where workspace_id = ws
        and (status = 'processing' or (status = 'queued' and vtag is not null))) >= cap then
    return false;
  end if;
  update jobs set vtag = tag where id =
    (select id from jobs where workspace_id = ws and status = 'queued' and vtag is null order by seq limit 1);
  if not found then
    return false;
  end if;
  update workspaces set vtime = tag where id = ws;
  perform pg_notify('job_released', '');
  return true;
end $$;

create function job_changed(job text) returns void language sql as $$
  select pg_notify('job_changed', job)
$$;

create function job_event(ws text, job text, event text) returns void language sql as $$
  insert into events (workspace_id, job_id, type) values (ws, job, event)
$$;

-- Counts operations in a window, all or none of them. Returns whether they were counted.
create function usage_count(ws text, which text, starts date, most int, n int) returns boolean language plpgsql as $$
begin
  if most is not null and most < n then
    return false;
  end if;
  insert into usage_counters as u (workspace_id, quota, window_start, used) values (ws, which, starts, n)
    on conflict (workspace_id, quota, window_start) do update set used = u.used + n
    where most is null or u.used + n <= most;
  return found;
end $$;

-- Gives a job's operation back. Only for failures of ours, and only once.
create function usage_return(job text) returns void language plpgsql as $$
declare
  ws text;
  day date;
begin
  select workspace_id, counted_on into ws, day from jobs where id = job;
  if day is null then
    return;
  end if;
  update jobs set counted_on = null where id = job;
  update usage_counters set used = used - 1 where workspace_id = ws
    and ((quota = 'operations_daily' and window_start = day)
      or (quota = 'operations' and window_start = date_trunc('month', day)::date));
end $$;

-- Queues a pending job whose inputs are all there. Outcomes: 'started' (now), 'already' (queued, processing or
-- completed), 'ended' (failed, canceled, expired), 'incomplete' (uploads missing or in flight), 'gone', or the key of the
-- quota that stands in the way. Nothing is changed unless the outcome is 'started'.
create function job_start(ws text, job text) returns text language plpgsql as $$
declare
  plan plans;
  state text;
  erased timestamptz;
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
  if (select count(*) from (select from jobs where workspace_id = ws and status = 'queued' and vtag is null
        limit plan.waiting) waiting) >= plan.waiting then
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
  update jobs set status = 'queued', queued_at = clock_timestamp(), run_at = clock_timestamp(), counted_on = today,
    expires_at = 'infinity', version = version + 1 where id = job;
  perform job_release(ws);
  perform job_changed(job);
  return 'started';
end $$;

-- Hands released jobs to a worker, in the order of their tags, only such as it has the engines for.
create function job_claim(worker text, most int, lease interval, have text[])
returns table (id text, workspace_id text, type text, attempt int, options jsonb, secret bytea, run_id text)
language plpgsql as $$
declare
  high bigint;
begin
  return query
    with next as materialized (
      select j.id from jobs j
        where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp() and j.needs <@ have
        order by j.vtag, j.seq limit most for no key update skip locked
    ), taken as (
      update jobs j set status = 'processing', attempt = j.attempt + 1, worker_id = worker, progress = 0,
          lease_until = clock_timestamp() + lease, started_at = clock_timestamp(), version = j.version + 1
        from next where j.id = next.id
        returning j.id, j.workspace_id, j.type, j.attempt, j.options, j.secret, j.run_id, j.vtag
    ), told as (
      insert into events (workspace_id, job_id, type)
        select taken.workspace_id, taken.id, 'job.started' from taken where taken.attempt = 1
    )
    select taken.id, taken.workspace_id, taken.type, taken.attempt, taken.options, taken.secret, taken.run_id
      from taken, lateral job_changed(taken.id)
      order by taken.vtag;
  select max(j.vtag) into high from jobs j where j.worker_id = worker and j.status = 'processing';
  if high > (select last_value from vclock) then
    perform setval('vclock', high);
  end if;
end $$;

-- Renews leases; returns the jobs still held. A job that is missing was lost or canceled: its worker must stop it.
create function job_heartbeat(ids text[], attempts int[], lease interval) returns setof text language sql as $$
  update jobs j set lease_until = clock_timestamp() + lease
    from unnest(ids, attempts) as held (id, attempt)
    where j.id = held.id and j.attempt = held.attempt and j.status = 'processing'
    returning j.id
$$;

create function job_progress(job text, att int, percent int) returns void language sql as $$
  with moved as (
    update jobs set progress = percent, version = version + 1
      where id = job and attempt = att and status = 'processing' and progress < percent returning id
  )
  select job_changed(id) from moved
$$;

-- Names the outputs, ends the job, frees its slot and goes on with its recipe, all at once; false when the attempt no
-- longer holds the job. `next` is what run_advance takes.
create function job_complete(job text, ws text, att int, outputs jsonb, used_engines jsonb, took_ms int, next jsonb)
returns boolean language plpgsql as $$
declare
  until timestamptz;
  step record;
begin
  perform 1 from workspaces where id = ws for no key update;
  select clock_timestamp() + make_interval(secs => p.retention_seconds) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'completed', progress = 100, completed_at = clock_timestamp(), expires_at = until,
      lease_until = null, secret = null, engines = used_engines, duration_ms = took_ms, version = version + 1
    where id = job and attempt = att and status = 'processing' returning run_id, step_index into step;
  if not found then
    return false;
  end if;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
      storage_key, metadata, expires_at)
    select o.id, ws, job, 'output', o.index, o.filename, o.content_type, o.format, o.size, o.sha256,
      o.storage_key, o.metadata, until
    from jsonb_to_recordset(outputs) as o (id text, index int, filename text, content_type text, format text,
      size bigint, sha256 text, storage_key text, metadata jsonb);
  update artifacts set expires_at = until where job_id = job and role = 'input';
  perform job_event(ws, job, 'job.completed');
  if step.run_id is not null then
    perform run_advance(step.run_id, step.step_index, next, outputs->0->>'id');
  end if;
  perform job_release(ws);
  perform job_changed(job);
  return true;
end $$;

-- Ends an attempt badly: back to the queue after a pause while `retry` and attempts last, else failed for good. A job that
-- waits for its retry keeps its slot, so a workspace whose jobs keep failing slows only itself. 'lost' when the attempt no longer holds it.
create function job_fail(job text, ws text, att int, reason text, detail text, diagnostic uuid, retry boolean,
  give_back boolean, most int, only_expired boolean)
returns text language plpgsql as $$
declare
  until timestamptz;
  step record;
begin
  perform 1 from workspaces where id = ws for no key update;
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
  select clock_timestamp() + make_interval(secs => p.retention_seconds) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'failed', failures = failures + 1, completed_at = clock_timestamp(), expires_at = until, lease_until = null,
      secret = null, failure_reason = reason, failure_detail = detail, diagnostic_id = diagnostic,
      version = version + 1
    where id = job and attempt = att and status = 'processing'
      and (not only_expired or lease_until < clock_timestamp())
    returning run_id, step_index into step;
  if not found then
    return 'lost';
  end if;
  if give_back then
    perform usage_return(job);
  end if;
  update artifacts set expires_at = until where job_id = job and role = 'input';
  perform job_event(ws, job, 'job.failed');
  if step.run_id is not null then
    perform run_break(step.run_id, step.step_index);
  end if;
  perform job_release(ws);
  perform job_changed(job);
  return 'failed';
end $$;

-- A worker that shuts down gives a job back untouched: this is not a failure.
create function job_hand_back(job text, att int) returns boolean language plpgsql as $$
begin
  update jobs set status = 'queued', lease_until = null, worker_id = null, progress = 0, version = version + 1,
      run_at = clock_timestamp()
    where id = job and attempt = att and status = 'processing';
  if not found then
    return false;
  end if;
  perform pg_notify('job_released', '');
  perform job_changed(job);
  return true;
end $$;

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
  if state <> 'pending' then
    perform job_release(ws);
  end if;
  if state = 'processing' then
    perform pg_notify('job_canceled', job);
  end if;
  perform job_changed(job);
  return 'canceled';
end $$;

-- Releases waiting jobs up to the cap of every workspace: after a plan's concurrency was raised.
create function job_fill() returns void language plpgsql as $$
declare
  ws text;
begin
  for ws in select distinct workspace_id from jobs where status = 'queued' and vtag is null order by 1 loop
    perform 1 from workspaces where id = ws for no key update;
    while job_release(ws) loop
    end loop;
  end loop;
end $$;
