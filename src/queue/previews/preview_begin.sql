-- Queues the job that makes a preview of an artifact, or finds the preview that was made or asked for earlier. Returns the id of its
-- job, or null if the workspace has `most` previews in the queue already. Previews take no slot of the workspace and no quota. Those
-- of a workspace take turns with those of others, and one that somebody waits for (`is_urgent`) comes first. `further` has the inputs
-- after the first.
create function preview_begin(job jsonb, input jsonb, wanted text, is_urgent boolean, most int, lifetime interval,
  further jsonb default '[]') returns text
language plpgsql as $$
declare
  ws text := job->>'workspace_id';
  ahead int;
begin
  delete from previews where artifact_id = input->>'artifact_id' and request = wanted and expires_at < clock_timestamp();
  ahead := (select count(*) from previews where workspace_id = ws and status = 'open');
  if ahead < most then
    insert into previews (job_id, workspace_id, artifact_id, request, expires_at)
      values (job->>'id', ws, input->>'artifact_id', wanted, clock_timestamp() + lifetime)
      on conflict (artifact_id, request) do nothing;
  end if;
  if ahead >= most or not found then
    return (select p.job_id from previews p where p.artifact_id = input->>'artifact_id' and p.request = wanted);
  end if;
  insert into jobs (id, workspace_id, source, type, status, options, secret, needs, expires_at, queued_at, run_at, vtag,
      declared_inputs)
    values (job->>'id', ws, 'preview', job->>'type', 'queued', job->'options',
      decode(job->>'secret', 'base64'), array(select jsonb_array_elements_text(job->'needs')), 'infinity',
      clock_timestamp(), clock_timestamp(), preview_tag() + case when is_urgent then 0 else 1 + ahead end, 1 + jsonb_array_length(further));
  insert into job_inputs (job_id, index, role, filename, content_type, format, file_size, given, uploaded_at, sha256, artifact_id)
    select job->>'id', ordinality - 1, each->>'role', each->>'filename', each->>'content_type', each->>'format',
        (each->>'file_size')::bigint, true, now(), each->>'sha256', each->>'artifact_id'
      from jsonb_array_elements(jsonb_build_array(input) || further) with ordinality as given(each, ordinality);
  perform pg_notify('job_released', '');
  return job->>'id';
end $$;
