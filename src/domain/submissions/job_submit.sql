-- Creates a job whose inputs are stored already, and queues it, or finds the one an idempotency key made. Returns the id with
-- an outcome: 'started', 'replayed', 'conflict', 'engines' where no worker has what it needs, or the key of the quota that is
-- used up; nothing is kept but of one that is started. Nobody waits for a job that nobody knows of yet: none is told, except of its end. The
-- caller holds the workspace's lock, and tells workers. `taker` is a worker with a free place, given where nothing that is
-- released waits for one: a job it has the engines for is its own at once, and 'claimed' says so. Where it has done the job
-- already, and the submission says with what result, the job is made as a completed one, if there is room for the outputs, and
-- 'completed' says so: it has had its slot, and needs it no longer.
create function job_submit(submission jsonb, taker jsonb) returns jsonb language plpgsql as $$
declare
  job jsonb := submission->'job';
  ws text := submission->>'workspace_id';
  new_id text := job->>'id';
  needs text[] := array(select jsonb_array_elements_text(job->'needs'));
  metered boolean := (job->>'metered')::boolean;
  plan plans;
  earlier record;
  ahead int := 0;
  refused text;
  tag bigint;
  claimed boolean;
  result jsonb := submission->'result';
  input_bytes bigint := (select sum((each->>'file_size')::bigint) from jsonb_array_elements(submission->'inputs') each);
  completed boolean;
  until timestamptz := 'infinity';
begin
  if submission->>'key' is not null then
    select * into earlier from idempotency_claim(ws, submission->>'scope', submission->>'key',
      decode(submission->>'print', 'hex'), new_id);
    if earlier.outcome <> 'new' then
      return jsonb_build_object('outcome', earlier.outcome, 'id', earlier.resource);
    end if;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  ahead := jobs_ahead(ws, plan.waiting);
  if not engines_there(needs, job->>'type') then
    refused := 'engines';
  elsif ahead >= plan.waiting then
    refused := 'queued_jobs';
  elsif plan.storage_bytes is not null and storage_used(ws) + input_bytes > plan.storage_bytes then
    refused := 'storage_bytes';
  else
    refused := quota_take(ws, plan, 1, case when metered then new_id end);
  end if;
  if refused is not null then
    if submission->>'key' is not null then
      delete from idempotency_keys k
        where k.workspace_id = ws and k.scope = submission->>'scope' and k.key = submission->>'key';
    end if;
    return jsonb_build_object('outcome', refused);
  end if;
  -- Jobs that waited longer are released first.
  if ahead = 0 then
    tag := job_slot(ws, needs);
  end if;
  claimed := coalesce(tag is not null and needs <@ array(select jsonb_array_elements_text(taker->'engines')), false)
    and taker is not null;
  completed := coalesce(claimed and result is not null and not metered
    and outputs_fit(ws, plan, result->'outputs', input_bytes), false);
  if completed then
    until := clock_timestamp() + make_interval(secs => plan.retention_seconds);
  end if;
  insert into jobs (id, workspace_id, key_id, source, type, status, options, secret, metadata, needs, metered, credits,
      queued_at, run_at, counted_on, expires_at, version, vtag, attempt, worker_id, started_at, lease_until,
      progress, completed_at, engines, duration_ms, warnings)
    values (new_id, ws, job->>'key_id', job->>'source', job->>'type',
      case when completed then 'completed' when claimed then 'processing' else 'queued' end,
      job->'options', case when not completed then decode(job->>'secret', 'base64') end, job->'metadata', needs, metered,
      metered::int, clock_timestamp(), clock_timestamp(), (now() at time zone 'UTC')::date, until,
      1 + claimed::int + completed::int, tag, claimed::int,
      case when claimed then taker->>'worker' end, case when claimed then clock_timestamp() end,
      case when claimed and not completed
        then clock_timestamp() + make_interval(secs => (taker->>'lease_seconds')::float8) end,
      case when completed then 100 else 0 end, case when completed then clock_timestamp() end,
      case when completed then result->'engines' end, case when completed then (result->>'took_ms')::int end,
      case when completed then nullif(result->'warnings', 'null') end);
  if claimed then
    insert into events (workspace_id, job_id, type)
      select ws, new_id, event from unnest(array['job.started', case when completed then 'job.completed' end]) event
      where event is not null;
    perform setval('vclock', tag) from vclock where tag > last_value;
  end if;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key,
      content, metadata, expires_at)
    select i.artifact, ws, new_id, 'input', i.index, i.filename, i.content_type, i.format, i.file_size, i.sha256,
      i.storage_key, decode(i.content, 'base64'), '{}', case when completed then until else now() + interval '1 hour' end
    from jsonb_to_recordset(submission->'inputs') as i (artifact text, index int, filename text, content_type text,
      format text, file_size bigint, sha256 text, storage_key text, content text)
    union all
    select o.id, ws, new_id, 'output', o.index, o.filename, o.content_type, o.format, o.size, o.sha256,
      o.storage_key, decode(o.content, 'base64'), o.metadata, until
    from jsonb_to_recordset(case when completed then result->'outputs' end) as o (id text, index int, filename text,
      content_type text, format text, size bigint, sha256 text, storage_key text, content text, metadata jsonb);
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
    select new_id, i.index, i.filename, i.content_type, i.format, i.file_size, clock_timestamp(), i.sha256, i.artifact
    from jsonb_to_recordset(submission->'inputs') as i (artifact text, index int, filename text, content_type text,
      format text, file_size bigint, sha256 text);
  if ahead > 0 then
    perform job_release(ws);
  end if;
  if completed then
    -- Nobody waits for it, but its events are to be sent.
    perform pg_notify('job_changed', new_id || ' completed');
  end if;
  return jsonb_build_object('outcome', 'started', 'id', new_id, 'claimed', claimed, 'completed', completed);
end $$;
