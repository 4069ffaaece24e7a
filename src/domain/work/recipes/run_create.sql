-- Creates a run with its first step queued, every step's operation counted and the first credit of its first step reserved, or
-- finds the one an idempotency key made. The outcomes are those of job_create. With `holder` and `input`, a file is fetched first, and
-- the run begins when it has arrived; a refusal of that file is raised as FM001.
create function run_create(run jsonb, steps jsonb, first jsonb, idem_scope text, idem_key text, print bytea,
  holder jsonb default null, input jsonb default null, lifetime interval default null)
returns table (outcome text, run_id text) language plpgsql as $$
declare
  ws text := run->>'workspace_id';
  plan plans;
  earlier record;
  refused text;
  is_check boolean := run->>'golden_file_id' is not null;
  n int := jsonb_array_length(steps);
  today date := (now() at time zone 'UTC')::date;
begin
  -- The workspace's row is locked before the key, as job_submit does.
  perform 1 from workspaces where id = ws for no key update;
  select * into earlier from idempotency_claim(ws, idem_scope, idem_key, print, run->>'id');
  if earlier.outcome <> 'new' then
    return query select earlier.outcome, earlier.resource;
    return;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if jobs_ahead(ws, plan.waiting) >= plan.waiting then
    refused := 'queued_jobs';
  elsif not is_check then
    refused := quota_take(ws, plan, n, case when (steps->0->>'metered')::boolean then first->>'id' end);
  end if;
  if refused is not null then
    delete from idempotency_keys k where k.workspace_id = ws and k.scope = idem_scope and k.key = idem_key;
    return query select refused, null::text;
    return;
  end if;
  insert into recipe_runs (id, workspace_id, recipe_id, key_id, input_artifact_id, counted_on, metadata, retention_hours,
      delete_after_download, callback_url, output, recipe_version, golden_file_id)
    values (run->>'id', ws, run->>'recipe_id', run->>'key_id', run->>'input_artifact_id', today,
      coalesce(run->'metadata', '{}'), (run->>'retention_hours')::int,
      coalesce((run->>'delete_after_download')::boolean, false), run->>'callback_url', nullif(run->'output', 'null'),
      (run->>'recipe_version')::int, run->>'golden_file_id');
  insert into run_steps (run_id, index, name, job_type, options, secret, metered, artifacts, flow, state, output)
    select run->>'id', (s.value->>'index')::int, s.value->>'name', s.value->>'job_type', s.value->'options',
      decode(s.value->>'secret', 'base64'), coalesce((s.value->>'metered')::boolean, false), s.value->'artifacts',
      -- The first credit of the first step is reserved for the job with this id.
      case when s.value->>'index' = '0' and (s.value->>'metered')::boolean
        then s.value->'flow' || jsonb_build_object('reserved', first->>'id') else s.value->'flow' end,
      case when s.value ? 'flow' then 'waiting' end, s.value->'output'
    from jsonb_array_elements(steps) s;
  perform artifact_use(ws, a.value->>'id')
    from jsonb_array_elements(steps) s, jsonb_array_elements(s.value->'artifacts') a;
  if holder is null then
    perform artifact_use(ws, run->>'input_artifact_id');
    perform run_begin(run->>'id', first);
  else
    select c.outcome into refused from job_create(holder,
      jsonb_build_array(input || jsonb_build_object('run_id', run->>'id', 'first_job', first->>'id')), null, null, null, lifetime) c;
    if refused <> 'created' then
      raise exception '%', refused using errcode = 'FM001';
    end if;
  end if;
  return query select 'created', run->>'id';
end $$;
