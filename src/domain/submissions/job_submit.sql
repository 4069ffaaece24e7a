-- Creates a job whose inputs are stored already and starts it, in one transaction, or finds the one an idempotency key made.
-- Outcomes: 'started', or what job_create says. What job_start refuses is raised as FM001, so that nothing is kept. Nobody
-- can wait for an upload to a job that nobody knows of yet: none is told.
create function job_submit(job jsonb, inputs jsonb, idem_scope text, idem_key text, print bytea)
returns table (outcome text, job_id text) language plpgsql as $$
declare
  ws text := job->>'workspace_id';
  made record;
  said text;
begin
  select * into made from job_create(job, inputs, idem_scope, idem_key, print, interval '1 hour');
  if made.outcome <> 'created' then
    return query select made.outcome, made.job_id;
    return;
  end if;
  -- Before the artifacts, which lock the storage's counter: a job's end locks in this order too.
  perform 1 from workspaces where id = ws for no key update;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key,
      expires_at)
    select i.artifact, ws, made.job_id, 'input', i.index, i.filename, i.content_type, i.format, i.file_size, i.sha256,
      i.storage_key, made.expires_at
    from jsonb_to_recordset(inputs) as i (artifact text, index int, filename text, content_type text, format text,
      file_size bigint, sha256 text, storage_key text);
  update job_inputs i set uploaded_at = clock_timestamp(), sha256 = a.sha256, artifact_id = a.id
    from artifacts a where i.job_id = made.job_id and a.job_id = i.job_id and a.role = 'input' and a.index = i.index;
  perform storage_release(ws, made.job_id);
  said := job_start(ws, made.job_id);
  if said <> 'started' then
    raise exception '%', said using errcode = 'FM001';
  end if;
  return query select said, made.job_id;
end $$;
