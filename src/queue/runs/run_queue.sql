-- Queues one step: a job of source 'recipe' whose inputs are artifacts that exist already. The caller holds the workspace's lock
-- and has reserved the first credit of a step that costs some. `step` is { id, needs }; the rest comes from the run's own copy.
create function run_queue(run text, at_index int, step jsonb, input text) returns void language plpgsql as $$
declare
  ws text;
begin
  insert into jobs (id, workspace_id, key_id, source, type, status, options, secret, needs, expires_at, queued_at, run_at,
      counted_on, run_id, step_index, metered, credits, metadata, retention_hours, delete_after_download)
    select step->>'id', r.workspace_id, r.key_id, 'recipe', s.job_type, 'queued', s.options, s.secret,
      array(select jsonb_array_elements_text(step->'needs')), 'infinity', clock_timestamp(), clock_timestamp(),
      r.counted_on, r.id, s.index, s.metered, s.metered::int, r.metadata, r.retention_hours, r.delete_after_download
    from recipe_runs r join run_steps s on s.run_id = r.id where r.id = run and s.index = at_index
    returning workspace_id into ws;
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
    select step->>'id', 0, a.filename, a.content_type, a.format, a.size, clock_timestamp(), a.sha256, a.id
    from artifacts a where a.id = input;
  insert into job_inputs (job_id, index, role, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
    select step->>'id', further.n, further.file->>'role', a.filename, a.content_type, a.format, a.size, clock_timestamp(),
      a.sha256, a.id
    from run_steps s, jsonb_array_elements(s.artifacts) with ordinality further (file, n)
      join artifacts a on a.id = further.file->>'id'
    where s.run_id = run and s.index = at_index;
  update run_steps set job_id = step->>'id', secret = null where run_id = run and index = at_index;
  perform job_release(ws);
  perform job_changed(step->>'id');
end $$;
