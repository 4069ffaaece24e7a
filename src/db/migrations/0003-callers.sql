-- Finds a key with its workspace and plan, and spends one request of its window: one round trip for every request.
-- No row: the key is unknown, revoked or expired.
create function key_use(digest bytea, window_seconds int)
returns table (key_id text, workspace_id text, scopes text[], plan json, used int, allowed boolean,
  resets_at timestamptz)
language plpgsql as $$
declare
  found_key record;
  starts timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  spent int;
begin
  select k.id, k.workspace_id, k.scopes, k.last_used_at, p as plan into found_key
    from api_keys k join workspaces w on w.id = k.workspace_id join plans p on p.id = w.plan_id
    where k.hash = digest and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp());
  if not found then
    return;
  end if;
  insert into rate_windows as r (key_id, started_at, used) values (found_key.id, starts, 1)
    on conflict on constraint rate_windows_pkey do update
      set used = case when r.started_at = starts then r.used + 1 else 1 end, started_at = starts
      where r.started_at <> starts or r.used < (found_key.plan).requests_per_window
    returning r.used into spent;
  if found_key.last_used_at is null or found_key.last_used_at < clock_timestamp() - interval '1 minute' then
    update api_keys set last_used_at = clock_timestamp() where id = found_key.id;
  end if;
  return query select found_key.id, found_key.workspace_id, found_key.scopes, to_json(found_key.plan),
    coalesce(spent, (found_key.plan).requests_per_window), spent is not null,
    starts + make_interval(secs => window_seconds);
end $$;

-- Bytes a workspace holds or has promised to hold: artifacts, and inputs declared but not yet uploaded.
create function storage_used(ws text) returns bigint language sql stable as $$
  select coalesce((select sum(size) from artifacts where workspace_id = ws), 0)::bigint
    + coalesce((select sum(i.file_size) from job_inputs i join jobs j on j.id = i.job_id
        where j.workspace_id = ws and j.status = 'pending' and i.uploaded_at is null), 0)::bigint
$$;

-- Takes an idempotency key for a resource about to be made: 'new', or 'replayed' or 'conflict' with the resource it made
-- earlier. Whoever comes while another request holds the key waits for that request's end. No key is always 'new'.
create function idempotency_claim(ws text, in_scope text, named text, print bytea, made text)
returns table (outcome text, resource text) language plpgsql as $$
begin
  if named is not null then
    insert into idempotency_keys (workspace_id, scope, key, fingerprint, resource_id)
      values (ws, in_scope, named, print, made) on conflict do nothing;
    if not found then
      return query select case when k.fingerprint = print then 'replayed' else 'conflict' end, k.resource_id
        from idempotency_keys k where k.workspace_id = ws and k.scope = in_scope and k.key = named;
      return;
    end if;
  end if;
  return query select 'new', made;
end $$;

-- Creates a job with its inputs, or finds the one an idempotency key made. Outcomes: 'created', 'replayed',
-- 'conflict', or the key of the quota that stands in the way. Whatever is refused stores nothing.
create function job_create(job jsonb, inputs jsonb, idem_scope text, idem_key text, print bytea, lifetime interval)
returns table (outcome text, job_id text) language plpgsql as $$
declare
  ws text := job->>'workspace_id';
  plan plans;
  earlier record;
  refused text;
  today date := (now() at time zone 'UTC')::date;
begin
  select * into earlier from idempotency_claim(ws, idem_scope, idem_key, print, job->>'id');
  if earlier.outcome <> 'new' then
    return query select earlier.outcome, earlier.resource;
    return;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if exists (select from usage_counters where workspace_id = ws and quota = 'operations'
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
    return query select refused, null::text;
    return;
  end if;
  insert into jobs (id, workspace_id, key_id, source, type, options, secret, metadata, needs, expires_at)
    select job->>'id', ws, job->>'key_id', job->>'source', job->>'type', job->'options',
      decode(job->>'secret', 'base64'), job->'metadata',
      array(select jsonb_array_elements_text(job->'needs')), now() + lifetime;
  insert into job_inputs (job_id, index, filename, content_type, format, file_size)
    select job->>'id', (i.value->>'index')::int, i.value->>'filename', i.value->>'content_type',
      i.value->>'format', (i.value->>'file_size')::bigint
    from jsonb_array_elements(inputs) i;
  return query select 'created', job->>'id';
end $$;
