-- Creates a job whose inputs are stored already, and queues it, or finds the one an idempotency key made. Returns the id with
-- an outcome: 'started', 'replayed', 'conflict', 'engines' where no worker has what it needs, or the key of the quota that is
-- used up; nothing is kept but of one that is started. Nobody waits for a job that nobody knows of yet: none is told. The
-- caller holds the workspace's lock, and tells workers. `taker` is a worker with a free place, given where nothing that is
-- released waits for one: a job it has the engines for is its own at once, and 'claimed' says so.
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
  elsif plan.storage_bytes is not null and storage_used(ws) + (select sum((i->>'file_size')::bigint)
      from jsonb_array_elements(submission->'inputs') i) > plan.storage_bytes then
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
  insert into jobs (id, workspace_id, key_id, source, type, status, options, secret, metadata, needs, metered, credits,
      queued_at, run_at, counted_on, expires_at, version, vtag, attempt, worker_id, started_at, lease_until)
    values (new_id, ws, job->>'key_id', job->>'source', job->>'type', case when claimed then 'processing' else 'queued' end,
      job->'options', decode(job->>'secret', 'base64'), job->'metadata', needs, metered, metered::int, clock_timestamp(),
      clock_timestamp(), (now() at time zone 'UTC')::date, 'infinity', 1 + claimed::int, tag, claimed::int,
      case when claimed then taker->>'worker' end, case when claimed then clock_timestamp() end,
      case when claimed then clock_timestamp() + make_interval(secs => (taker->>'lease_seconds')::float8) end);
  if claimed then
    insert into events (workspace_id, job_id, type) values (ws, new_id, 'job.started');
    perform setval('vclock', tag) from vclock where tag > last_value;
  end if;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key,
      expires_at)
    select i.artifact, ws, new_id, 'input', i.index, i.filename, i.content_type, i.format, i.file_size, i.sha256,
      i.storage_key, now() + interval '1 hour'
    from jsonb_to_recordset(submission->'inputs') as i (artifact text, index int, filename text, content_type text,
      format text, file_size bigint, sha256 text, storage_key text);
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
    select new_id, i.index, i.filename, i.content_type, i.format, i.file_size, clock_timestamp(), i.sha256, i.artifact
    from jsonb_to_recordset(submission->'inputs') as i (artifact text, index int, filename text, content_type text,
      format text, file_size bigint, sha256 text);
  if ahead > 0 then
    perform job_release(ws);
  end if;
  return jsonb_build_object('outcome', 'started', 'id', new_id, 'claimed', claimed);
end $$;
