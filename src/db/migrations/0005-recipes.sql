create table recipes (
  id text primary key,
  workspace_id text not null references workspaces,
  name text not null,
  description text not null,
  -- [{ name, jobType, tab, options }], options as the job type's schema took them.
  steps jsonb not null,
  -- Write-only options by step index, encrypted.
  secret bytea,
  -- The formats a run may begin with.
  accepts text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Its runs still name it.
  deleted_at timestamptz
);
create index recipes_listed on recipes (workspace_id, created_at desc, id desc) where deleted_at is null;

create table recipe_runs (
  id text primary key,
  workspace_id text not null references workspaces,
  recipe_id text not null references recipes,
  key_id text,
  -- Kept as text when the artifact itself has expired.
  input_artifact_id text not null,
  -- 'active' reads as queued until its first step has begun, then as running.
  status text not null default 'active' check (status in ('active', 'completed', 'failed', 'canceled')),
  -- The UTC day its operations were counted on.
  counted_on date not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index recipe_runs_listed on recipe_runs (workspace_id, created_at desc, id desc);

-- A run's own copy of the steps: changing or deleting the recipe changes no run.
create table run_steps (
  run_id text not null references recipe_runs on delete cascade,
  index int not null,
  name text not null,
  job_type text not null,
  options jsonb not null,
  secret bytea,
  -- Set when the step is queued.
  job_id text,
  -- Only for a step that could not be queued: what the step before made does not suit it.
  failure_reason text,
  diagnostic_id uuid,
  primary key (run_id, index)
);

create index run_steps_job on run_steps (job_id) where job_id is not null;

alter table jobs add column run_id text references recipe_runs on delete cascade, add column step_index int;
create index jobs_of_run on jobs (run_id, step_index) where run_id is not null;
create index job_inputs_artifact on job_inputs (artifact_id) where artifact_id is not null;
alter table events add column run_id text references recipe_runs on delete cascade;

-- Gives back the operations of steps that will not run.
create function run_return(run text, from_index int) returns void language sql as $$
  update usage_counters u set used = u.used - left_over.n
    from recipe_runs r, lateral (select count(*) as n from run_steps s where s.run_id = r.id and s.index >= from_index) left_over
    where r.id = run and u.workspace_id = r.workspace_id
      and ((u.quota = 'operations_daily' and u.window_start = r.counted_on)
        or (u.quota = 'operations' and u.window_start = date_trunc('month', r.counted_on)::date))
$$;

create function run_end(run text, outcome text) returns void language sql as $$
  update recipe_runs set status = outcome, completed_at = clock_timestamp() where id = run;
  insert into events (workspace_id, run_id, type) select workspace_id, id, 'run.' || outcome from recipe_runs where id = run
$$;

-- Queues one step: a job of source 'recipe' whose input is an artifact that is there already. The caller holds the
-- workspace's lock. `step` is { id, needs }; what it runs is the run's own copy.
create function run_queue(run text, at_index int, step jsonb, input text) returns void language plpgsql as $$
declare
  ws text;
begin
  insert into jobs (id, workspace_id, key_id, source, type, status, options, secret, needs, expires_at, queued_at, run_at,
      counted_on, run_id, step_index)
    select step->>'id', r.workspace_id, r.key_id, 'recipe', s.job_type, 'queued', s.options, s.secret,
      array(select jsonb_array_elements_text(step->'needs')), 'infinity', clock_timestamp(), clock_timestamp(),
      r.counted_on, r.id, s.index
    from recipe_runs r join run_steps s on s.run_id = r.id where r.id = run and s.index = at_index
    returning workspace_id into ws;
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
    select step->>'id', 0, a.filename, a.content_type, a.format, a.size, clock_timestamp(), a.sha256, a.id
    from artifacts a where a.id = input;
  update run_steps set job_id = step->>'id', secret = null where run_id = run and index = at_index;
  perform job_release(ws);
  perform job_changed(step->>'id');
end $$;

-- Goes on after a step has completed, in its transaction: a crash neither loses nor repeats a step. `next` is
-- { id, needs } or { refused, diagnosticId } where the next step does not take what this one made; null after the last.
create function run_advance(run text, done_index int, next jsonb, output text) returns void language plpgsql as $$
begin
  if (select status from recipe_runs where id = run for no key update) <> 'active' then
    return;
  end if;
  if next is null then
    perform run_end(run, 'completed');
  elsif next ? 'refused' then
    update run_steps set failure_reason = next->>'refused', diagnostic_id = (next->>'diagnosticId')::uuid, secret = null
      where run_id = run and index = done_index + 1;
    perform run_return(run, done_index + 1);
    perform run_end(run, 'failed');
  else
    perform run_queue(run, done_index + 1, next, output);
  end if;
end $$;

-- Ends the run of a step that failed for good: the rest is skipped.
create function run_break(run text, failed_index int) returns void language plpgsql as $$
begin
  if (select status from recipe_runs where id = run for no key update) = 'active' then
    update run_steps set secret = null where run_id = run;
    perform run_return(run, failed_index + 1);
    perform run_end(run, 'failed');
  end if;
end $$;

-- Creates a run with its first step queued and every step's operation counted, or finds the one an idempotency key made.
-- Outcomes as of job_create.
create function run_create(run jsonb, steps jsonb, first jsonb, idem_scope text, idem_key text, print bytea)
returns table (outcome text, run_id text) language plpgsql as $$
declare
  ws text := run->>'workspace_id';
  plan plans;
  earlier record;
  refused text;
  n int := jsonb_array_length(steps);
  today date := (now() at time zone 'UTC')::date;
begin
  select * into earlier from idempotency_claim(ws, idem_scope, idem_key, print, run->>'id');
  if earlier.outcome <> 'new' then
    return query select earlier.outcome, earlier.resource;
    return;
  end if;
  perform 1 from workspaces where id = ws for no key update;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if (select count(*) from (select from jobs where workspace_id = ws and status = 'queued' and vtag is null
        limit plan.waiting) waiting) >= plan.waiting then
    refused := 'queued_jobs';
  elsif not usage_count(ws, 'operations', date_trunc('month', today)::date, plan.operations_per_month, n) then
    refused := 'operations';
  elsif not usage_count(ws, 'operations_daily', today, plan.operations_per_day, n) then
    update usage_counters set used = used - n
      where workspace_id = ws and quota = 'operations' and window_start = date_trunc('month', today)::date;
    refused := 'operations_daily';
  end if;
  if refused is not null then
    delete from idempotency_keys k where k.workspace_id = ws and k.scope = idem_scope and k.key = idem_key;
    return query select refused, null::text;
    return;
  end if;
  insert into recipe_runs (id, workspace_id, recipe_id, key_id, input_artifact_id, counted_on)
    values (run->>'id', ws, run->>'recipe_id', run->>'key_id', run->>'input_artifact_id', today);
  insert into run_steps (run_id, index, name, job_type, options, secret)
    select run->>'id', (s.value->>'index')::int, s.value->>'name', s.value->>'job_type', s.value->'options',
      decode(s.value->>'secret', 'base64')
    from jsonb_array_elements(steps) s;
  perform run_queue(run->>'id', 0, first, run->>'input_artifact_id');
  return query select 'created', run->>'id';
end $$;

create function run_cancel(ws text, run text) returns text language plpgsql as $$
declare
  state text;
  current record;
begin
  perform 1 from workspaces where id = ws for no key update;
  select status into state from recipe_runs where id = run and workspace_id = ws for no key update;
  if state is null then
    return 'gone';
  elsif state <> 'active' then
    return 'ended';
  end if;
  select id, step_index into current from jobs where run_id = run order by step_index desc limit 1;
  update run_steps set secret = null where run_id = run;
  perform run_return(run, current.step_index + 1);
  perform run_end(run, 'canceled');
  perform job_cancel(ws, current.id);
  return 'canceled';
end $$;
