-- The same words said with fewer statements: most of what a small job costs the database is being asked.

-- A change tells what the job has become, so that who waits for its end need not read it each time.
create or replace function job_changed(job text) returns void language sql as $$
  select pg_notify('job_changed', job || ' ' || coalesce((select status from jobs where id = job), ''))
$$;

-- Hands released jobs to a worker, in the order of their tags, only such as it has the engines for, with what to read.
drop function job_claim(text, int, interval, text[]);
create function job_claim(worker text, most int, lease interval, have text[])
returns table (id text, workspace_id text, type text, attempt int, options jsonb, secret bytea, run_id text,
  inputs json)
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
    select taken.id, taken.workspace_id, taken.type, taken.attempt, taken.options, taken.secret, taken.run_id,
        (select json_agg(json_build_object('index', i.index, 'filename', a.filename, 'format', a.format, 'size', a.size,
            'storageKey', a.storage_key) order by i.index)
          from job_inputs i join artifacts a on a.id = i.artifact_id where i.job_id = taken.id)
      from taken, lateral job_changed(taken.id)
      order by taken.vtag;
  select max(j.vtag) into high from jobs j where j.worker_id = worker and j.status = 'processing';
  if high > (select last_value from vclock) then
    perform setval('vclock', high);
  end if;
end $$;

-- Creates a job with its inputs, or finds the one an idempotency key made. Outcomes: 'created', 'replayed',
-- 'conflict', 'engines' where no worker has what it needs, or the key of the quota that stands in the way. Whatever is refused
-- stores nothing.
drop function job_create(jsonb, jsonb, text, text, bytea, interval);
create function job_create(job jsonb, inputs jsonb, idem_scope text, idem_key text, print bytea, lifetime interval)
returns table (outcome text, job_id text, created_at timestamptz, expires_at timestamptz)
language plpgsql as $$
declare
  ws text := job->>'workspace_id';
  plan plans;
  earlier record;
  refused text;
  today date := (now() at time zone 'UTC')::date;
  needs text[] := array(select jsonb_array_elements_text(job->'needs'));
begin
  select * into earlier from idempotency_claim(ws, idem_scope, idem_key, print, job->>'id');
  if earlier.outcome <> 'new' then
    return query select earlier.outcome, earlier.resource, null::timestamptz, null::timestamptz;
    return;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if exists (select from unnest(needs) need where not exists (select from workers w where w.engines ? need)) then
    refused := 'engines';
  elsif exists (select from usage_counters where workspace_id = ws and quota = 'operations'
      and window_start = date_trunc('month', today)::date and used >= plan.operations_per_month) then
    refused := 'operations';
  elsif exists (select from usage_counters where workspace_id = ws and quota = 'operations_daily'
      and window_start = today and used >= plan.operations_per_day) then
    refused := 'operations_daily';
  elsif plan.storage_bytes is not null then
    -- Parallel requests must not overshoot together.
    perform 1 from workspaces where id = ws for no key update;
    if storage_used(ws) + (select sum((i->>'file_size')::bigint) from jsonb_array_elements(inputs) i)
        > plan.storage_bytes then
      refused := 'storage_bytes';
    end if;
  end if;
  if refused is not null then
    delete from idempotency_keys k where k.workspace_id = ws and k.scope = idem_scope and k.key = idem_key;
    return query select refused, null::text, null::timestamptz, null::timestamptz;
    return;
  end if;
  insert into jobs (id, workspace_id, key_id, source, type, options, secret, metadata, needs, expires_at)
    select job->>'id', ws, job->>'key_id', job->>'source', job->>'type', job->'options',
      decode(job->>'secret', 'base64'), job->'metadata',
      needs, now() + lifetime;
  insert into job_inputs (job_id, index, filename, content_type, format, file_size)
    select job->>'id', (i.value->>'index')::int, i.value->>'filename', i.value->>'content_type',
      i.value->>'format', (i.value->>'file_size')::bigint
    from jsonb_array_elements(inputs) i;
  return query select 'created', job->>'id', now(), now() + lifetime;
end $$;

-- Gives committed events their place and makes their deliveries; says how many of either.
drop function events_publish(int, boolean);
create function events_publish(most int, patient boolean) returns table (published int, queued int) language plpgsql as $$
begin
  if (select seq from events where position is null order by seq limit 1) is null then
    return query select 0, 0;
    return;
  elsif patient then
    perform pg_advisory_xact_lock(7107, 0);
  elsif not pg_try_advisory_xact_lock(7107, 0) then
    return query select 0, 0;
    return;
  end if;
  return query with next as materialized (
    select id from events where position is null order by seq limit most
  ), numbered as materialized (
    select id, nextval('event_positions') as position from next
  ), placed as (
    update events e set position = numbered.position from numbered where e.id = numbered.id
      returning e.id, e.workspace_id, e.type, e.job_id, e.run_id, e.created_at, e.position
  ), made as (
    insert into deliveries (webhook_id, event_id, line, position, due_at)
      select w.id, p.id, own.line, p.position,
          -- Not before an earlier event of the same job that has one quick retry to come.
          greatest(clock_timestamp(), (select max(d.due_at) from deliveries d
            where d.line = own.line and d.status = 'pending' and d.failures = 1))
        from placed p
          left join jobs j on j.id = p.job_id
          join webhooks w on w.workspace_id = p.workspace_id and w.status <> 'disabled'
            and (w.events is null or p.type = any (w.events)) and p.created_at >= w.created_at
          cross join lateral (select concat_ws(' ', w.id, coalesce(p.run_id, j.run_id, p.job_id)) as line) own
      returning 1
  )
  select (select count(*) from placed)::int, (select count(*) from made)::int;
end $$;
