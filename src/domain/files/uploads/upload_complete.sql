-- Records a file as the input of a job, in place of an earlier one: a stored file, or a small one given as `content`. Outcomes:
-- 'kept' (with the storage key of the replaced file), 'closed' (the job no longer waits for uploads), 'gone'. Nothing is changed
-- unless it is 'kept'. A job that starts by itself starts with its last input, in the same transaction. Lock order: the
-- workspace's row if the job may start, then the job's.
create function upload_complete(ws text, job text, idx int, token uuid, artifact text, key text, bytes bigint,
  digest text, content bytea default null)
returns table (outcome text, replaced text) language plpgsql as $$
declare
  state text;
  origin text;
  old text;
  freed bigint;
  starts boolean := (select j.auto_start from jobs j where j.id = job);
begin
  if starts then
    perform 1 from workspaces w where w.id = ws for no key update;
  end if;
  select j.status, j.source into state, origin from jobs j where j.id = job and j.workspace_id = ws and j.deleted_at is null for update;
  if state is null then
    return query select 'gone', null::text;
    return;
  elsif state <> 'pending' then
    return query select 'closed', null::text;
    return;
  end if;
  if origin = 'upload' then
    artifact := artifact_held(job);
  end if;
  if exists (select from job_inputs i where i.job_id = job and i.index = idx and i.uploaded_at is not null) then
    delete from artifacts a where a.job_id = job and a.role = 'input' and a.index = idx returning a.storage_key into old;
  end if;
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
      storage_key, content, expires_at)
    select artifact, ws, job, 'input', idx, i.filename, i.content_type, i.format, bytes, digest, key, upload_complete.content,
      j.expires_at
    from jobs j join job_inputs i on i.job_id = j.id and i.index = idx where j.id = job;
  update job_inputs i set uploaded_at = clock_timestamp(), sha256 = digest, artifact_id = artifact,
      upload_lease = case when i.upload_token = token then null else i.upload_lease end,
      upload_token = nullif(i.upload_token, token), reserved = 0
    where i.job_id = job and i.index = idx returning old.reserved into freed;
  if freed > 0 then
    perform storage_add(ws, job, -freed);
  end if;
  update jobs set version = version + 1 where id = job;
  perform pg_notify('job_changed', job || ' pending');
  if starts then
    perform job_auto_start(ws, job);
  end if;
  return query select 'kept', old;
end $$;
