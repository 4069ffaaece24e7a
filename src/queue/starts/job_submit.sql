-- Creates a job whose inputs are stored already, and queues it, or finds the one an idempotency key made. Returns the id with
-- an outcome: 'started', 'replayed', 'conflict', 'engines' if no worker has what it needs, or the key of the quota that is
-- used up. A job that is not started leaves nothing behind. Nobody can wait for a new job yet, so only its end is notified. The
-- caller holds the workspace's lock, and wakes workers. `claimer` is a worker with a free place, given if no released job waits
-- for one: it claims the job at once if it has the engines ('claimed'). If it has already done the job in a speculative run, the
-- submission has the result, and the job is written as completed, without a slot, if there is room for the outputs ('completed').
-- A job that asks for an earlier result and finds one is written with that result.
create function job_submit(submission jsonb, claimer jsonb) returns jsonb language plpgsql as $$
declare
  ws text := submission->>'workspace_id';
  job jobs := jsonb_populate_record(null::jobs, (submission->'job') - 'secret');
  result jsonb := submission->'result';
  input_bytes bigint := (select sum((each->>'file_size')::bigint) from jsonb_array_elements(submission->'inputs') each);
  plan plans;
  earlier record;
  ahead int := 0;
  refused text;
  claimed boolean;
  completed boolean;
  same text;
  until timestamptz := now() + interval '1 hour';
begin
  if submission->>'key' is not null then
    select * into earlier from idempotency_claim(ws, submission->>'scope', submission->>'key',
      decode(submission->>'print', 'hex'), job.id);
    if earlier.outcome <> 'new' then
      return jsonb_build_object('outcome', earlier.outcome, 'id', earlier.resource);
    end if;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if job.reuse and (plan.storage_bytes is null or storage_used(ws) + input_bytes <= plan.storage_bytes) then
    same := job_find_same(ws, job.source = 'api', job.type, job.options, job.needs, submission->'inputs');
  end if;
  if same is not null then
    job.workspace_id := ws;
    job.status := 'pending';
    job.credits := 0;
    job.expires_at := until;
    job.version := 1;
    job.attempt := 0;
    job.progress := 0;
    perform job_insert(job);
    perform job_take_inputs(ws, job.id, submission->'inputs', until);
    perform job_reuse(ws, job.id, same);
    return jsonb_build_object('outcome', 'started', 'id', job.id, 'claimed', false, 'completed', false);
  end if;
  ahead := jobs_ahead(ws, plan.waiting);
  if not engines_there(job.needs, job.type) then
    refused := 'engines';
  elsif ahead >= plan.waiting then
    refused := 'queued_jobs';
  elsif plan.storage_bytes is not null and storage_used(ws) + input_bytes > plan.storage_bytes then
    refused := 'storage_bytes';
  else
    refused := quota_take(ws, plan, 1, case when job.metered then job.id end);
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
    job.vtag := job_slot(ws, job.needs);
  end if;
  claimed := coalesce(job.vtag is not null and claimer is not null
    and job.needs <@ array(select jsonb_array_elements_text(claimer->'engines')), false);
  completed := coalesce(claimed and result is not null and not job.metered
    and outputs_fit(ws, plan, result->'outputs', input_bytes), false);
  job.workspace_id := ws;
  job.secret := decode(submission->'job'->>'secret', 'base64');
  job.status := case when claimed then 'processing' else 'queued' end;
  job.credits := job.metered::int;
  job.queued_at := clock_timestamp();
  job.run_at := job.queued_at;
  job.counted_on := (now() at time zone 'UTC')::date;
  job.expires_at := 'infinity';
  job.version := 1 + claimed::int;
  job.attempt := claimed::int;
  job.progress := 0;
  if claimed then
    job.worker_id := claimer->>'worker';
    job.started_at := job.queued_at;
    job.lease_until := job.started_at + make_interval(secs => (claimer->>'lease_seconds')::float8);
    perform setval('vclock', job.vtag) from vclock where job.vtag > last_value;
  end if;
  if completed then
    until := job_finish(job, plan, result, null, true);
  else
    perform job_insert(job);
  end if;
  perform job_take_inputs(ws, job.id, submission->'inputs', until);
  if ahead > 0 then
    perform job_release(ws);
  end if;
  return jsonb_build_object('outcome', 'started', 'id', job.id, 'claimed', claimed, 'completed', completed);
end $$;
