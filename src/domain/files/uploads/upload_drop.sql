-- Ends an upload that failed. An earlier upload of the input stays, and only its size is counted then.
create function upload_drop(job text, idx int, token uuid) returns void language plpgsql as $$
declare
  ws text;
  freed bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  select j.workspace_id into ws from jobs j where j.id = job for update;
  update job_inputs i set upload_token = null, upload_lease = null,
      reserved = case when i.uploaded_at is null then i.reserved else 0 end
    where i.job_id = job and i.index = idx and i.upload_token = token returning old.reserved - new.reserved into freed;
  if not found then
    return;
  end if;
  perform storage_add(ws, job, -freed);
  update jobs j set version = j.version + 1 where j.id = job;
  perform job_changed(job);
end $$;
