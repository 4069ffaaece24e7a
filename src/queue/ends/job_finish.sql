-- Completes a job that has run. No other function does; job_reuse completes one with an earlier result. It writes the row as
-- completed, names the outputs, settles the credits, records the event, continues the recipe and notifies waiting requests. `job`
-- is the row as it stands or, with `is_new`, one that has not been written yet. `result` is { outputs, engines, took_ms, warnings
-- }; `next` is what run_advance takes. Returns the time until which the files are kept. The caller holds the workspace's lock, has
-- checked that the outputs fit, and releases the next job.
create function job_finish(job jobs, plan plans, result jsonb, next jsonb, is_new boolean) returns timestamptz
language plpgsql as $$
declare
  until timestamptz := clock_timestamp() + kept_for(plan.retention_seconds, job.retention_hours);
begin
  job.status := 'completed';
  job.progress := 100;
  job.completed_at := clock_timestamp();
  job.expires_at := until;
  job.lease_until := null;
  job.secret := null;
  job.engines := result->'engines';
  job.duration_ms := (result->>'took_ms')::int;
  job.warnings := nullif(result->'warnings', 'null');
  job.version := job.version + 1;
  if is_new then
    perform job_insert(job);
  else
    update jobs j set status = job.status, progress = job.progress, completed_at = job.completed_at,
        expires_at = job.expires_at, lease_until = null, secret = null, engines = job.engines,
        duration_ms = job.duration_ms, warnings = job.warnings, version = job.version where j.id = job.id;
    update artifacts set expires_at = until where job_id = job.id and role = 'input';
  end if;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
      storage_key, content, metadata, expires_at)
    select o.id, job.workspace_id, job.id, 'output', o.index, o.filename, o.content_type, o.format, o.size, o.sha256,
      o.storage_key, decode(o.content, 'base64'), o.metadata, until
    from jsonb_to_recordset(result->'outputs') as o (id text, index int, filename text, content_type text, format text,
      size bigint, sha256 text, storage_key text, content text, metadata jsonb);
  if job.credits > 0 then
    perform credit_settle(job.workspace_id, job.id, job.credits);
  end if;
  perform job_event(job.workspace_id, job.id, 'job.completed');
  perform output_due(job.workspace_id, job.id, null, job.output);
  if job.run_id is not null then
    if job.step_part is null then
      perform run_advance(job.run_id, job.step_index, next, result->'outputs'->0->>'id');
    else
      perform run_part_end(job.run_id, job.step_index, job.id, true);
    end if;
    perform pg_notify('job_changed', job.run_id || ' running');
  end if;
  perform pg_notify('job_changed', job.id || ' completed');
  return until;
end $$;
