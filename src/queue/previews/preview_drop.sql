-- Deletes a preview that nobody waits for any more, with its job. Returns the key of its file, which the storage may now remove.
create function preview_drop(job text) returns text language plpgsql as $$
declare
  stored text;
begin
  delete from jobs where id = job and source = 'preview';
  if found then
    perform pg_notify('job_canceled', job);
  end if;
  delete from previews where job_id = job returning storage_key into stored;
  return stored;
end $$;
