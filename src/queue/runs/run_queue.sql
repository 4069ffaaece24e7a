-- Queues one job of a step: of source 'recipe', with artifacts as inputs that exist already. The caller holds the workspace's lock
-- and has reserved the first credit of a step that costs some. `job` is { id, needs }, with `part` in a branching recipe; the rest
-- comes from the run's own copy of the step. A job that counts pages has a `type` of its own, and no credits or further files.
create function run_queue(run text, at_index int, job jsonb, inputs text[]) returns void language plpgsql as $$
declare
  ws text;
  counts boolean := job ? 'type';
begin
  insert into jobs (id, workspace_id, key_id, source, type, status, options, secret, needs, expires_at, queued_at, run_at,
      counted_on, run_id, step_index, step_part, metered, credits, metadata, retention_hours, delete_after_download)
    select job->>'id', r.workspace_id, r.key_id, case when r.golden_file_id is null then 'recipe' else 'check' end, coalesce(job->>'type', s.job_type), 'queued',
      case when counts then '{}' else s.options end, case when not counts then s.secret end,
      array(select jsonb_array_elements_text(job->'needs')), 'infinity', clock_timestamp(), clock_timestamp(),
      -- A step of a branching recipe is one operation, however many jobs it has: run_give_back returns it.
      case when s.flow is null then r.counted_on end,
      r.id, s.index, (job->>'part')::int, s.metered and not counts, (s.metered and not counts)::int, r.metadata,
      r.retention_hours, r.delete_after_download
    from recipe_runs r join run_steps s on s.run_id = r.id where r.id = run and s.index = at_index
    returning workspace_id into ws;
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
    select job->>'id', given.n - 1, a.filename, a.content_type, a.format, a.size, clock_timestamp(), a.sha256, a.id
    from unnest(inputs) with ordinality given (id, n) join artifacts a on a.id = given.id;
  if not counts then
    insert into job_inputs (job_id, index, role, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
      select job->>'id', cardinality(inputs) - 1 + further.n, further.file->>'role', a.filename, a.content_type, a.format, a.size,
        clock_timestamp(), a.sha256, a.id
      from run_steps s, jsonb_array_elements(s.artifacts) with ordinality further (file, n)
        join artifacts a on a.id = further.file->>'id'
      where s.run_id = run and s.index = at_index;
    update run_steps set job_id = coalesce(job_id, job->>'id') where run_id = run and index = at_index;
  end if;
  perform job_release(ws);
  perform job_changed(job->>'id');
end $$;
