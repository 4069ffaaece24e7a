-- Creates a job with its inputs, or finds the one an idempotency key made. Outcomes: 'created', 'replayed', 'conflict', 'engines' if no
-- worker has what it needs, 'pending_inputs' if too many inputs were declared for jobs that were never started, or the key of the quota
-- that is used up. A refusal stores nothing. A job with auto_start whose inputs are all there already starts at once.
create function job_create(job jsonb, inputs jsonb, idem_scope text, idem_key text, print bytea, lifetime interval)
returns table (outcome text, job_id text, created_at timestamptz, expires_at timestamptz)
language plpgsql as $$
declare
  ws text := job->>'workspace_id';
  plan plans;
  earlier record;
  refused text;
  today date := (now() at time zone 'UTC')::date;
  bytes bigint := (select coalesce(sum((i->>'file_size')::bigint), 0) from jsonb_array_elements(inputs) i
    where i->>'artifact_id' is null);
  needs text[] := array(select jsonb_array_elements_text(job->'needs'));
  starts boolean := coalesce((job->>'auto_start')::boolean, false);
begin
  -- The workspace's row is locked before the key, as job_submit does.
  if idem_key is not null or starts then
    perform 1 from workspaces where id = ws for no key update;
  end if;
  select * into earlier from idempotency_claim(ws, idem_scope, idem_key, print, job->>'id');
  if earlier.outcome <> 'new' then
    return query select earlier.outcome, earlier.resource, null::timestamptz, null::timestamptz;
    return;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if not engines_there(needs, job->>'type') then
    refused := 'engines';
  elsif exists (select from usage_counters where workspace_id = ws and quota = 'operations'
      and window_start = date_trunc('month', today)::date and used >= plan.operations_per_month) then
    refused := 'operations';
  elsif exists (select from usage_counters where workspace_id = ws and quota = 'operations_daily'
      and window_start = today and used >= plan.operations_per_day) then
    refused := 'operations_daily';
  elsif (job->>'metered')::boolean and credit_available(ws) < 1 then
    refused := 'ai_credits';
  -- An input that is stored already is used at once.
  elsif not inputs->0 ? 'storage_key'
      and inputs_unstarted(ws, lifetime, plan.pending_inputs) + jsonb_array_length(inputs) > plan.pending_inputs then
    refused := 'pending_inputs';
  elsif plan.storage_bytes is not null then
    -- Parallel requests must not exceed the limit together.
    perform 1 from workspaces where id = ws for no key update;
    if storage_used(ws) + bytes > plan.storage_bytes then
      refused := 'storage_bytes';
    end if;
  end if;
  if refused is not null then
    delete from idempotency_keys k where k.workspace_id = ws and k.scope = idem_scope and k.key = idem_key;
    return query select refused, null::text, null::timestamptz, null::timestamptz;
    return;
  end if;
  insert into jobs (id, workspace_id, key_id, source, type, options, secret, metadata, needs, metered, auto_start, expires_at,
      declared_inputs, retention_hours, delete_after_download, callback_url, reuse, reusable, batch_id, output)
    select job->>'id', ws, job->>'key_id', job->>'source', job->>'type', job->'options',
      decode(job->>'secret', 'base64'), job->'metadata',
      needs, coalesce((job->>'metered')::boolean, false), starts, now() + lifetime, jsonb_array_length(inputs),
      (job->>'retention_hours')::int, coalesce((job->>'delete_after_download')::boolean, false), job->>'callback_url',
      coalesce((job->>'reuse')::boolean, false), coalesce((job->>'reusable')::boolean, false),
      job->>'batch_id', nullif(job->'output', 'null');
  perform artifact_use(ws, given.id) from (select distinct i->>'artifact_id' as id from jsonb_array_elements(inputs) i) given
    where given.id is not null;
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, reserved, given, uploaded_at, sha256,
      artifact_id, role)
    select job->>'id', (i.value->>'index')::int, i.value->>'filename', i.value->>'content_type',
      i.value->>'format', (i.value->>'file_size')::bigint,
      case when plan.storage_bytes is null or given then 0 else (i.value->>'file_size')::bigint end,
      given, case when given then now() end,
      (select a.sha256 from artifacts a where a.id = i.value->>'artifact_id'), i.value->>'artifact_id',
      i.value->>'role'
    from jsonb_array_elements(inputs) i, lateral (select i.value->>'artifact_id' is not null as given) how;
  insert into input_fetches (job_id, index, workspace_id, source, named, typed, run_id, first_job)
    select job->>'id', (i->>'index')::int, ws, decode(i->>'source', 'base64'), (i->>'named')::boolean, (i->>'typed')::boolean,
      i->>'run_id', i->>'first_job'
    from jsonb_array_elements(inputs) i where i->>'source' is not null;
  if found then
    perform pg_notify('input_due', '');
  end if;
  if plan.storage_bytes is not null then
    perform storage_add(ws, job->>'id', bytes);
  end if;
  if starts then
    perform job_auto_start(ws, job->>'id');
  end if;
  return query select 'created', job->>'id', now(), now() + lifetime;
end $$;
