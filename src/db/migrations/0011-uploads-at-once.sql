-- A small file that has arrived within a moment needs no lease: it is looked for, and named as the input, in one statement.
-- Outcomes as of upload_complete.
create function upload_at_once(job text, idx int, artifact text, key text, bytes bigint, digest text)
returns table (outcome text, replaced text) language plpgsql as $$
declare
  owner text;
  open boolean;
begin
  select j.workspace_id, j.status = 'pending' and j.expires_at > clock_timestamp() into owner, open
    from jobs j join job_inputs i on i.job_id = j.id and i.index = idx
    where j.id = job and j.deleted_at is null and j.source <> 'recipe';
  if owner is null then
    return query select 'gone', null::text;
  elsif not open then
    return query select 'closed', null::text;
  else
    return query select c.outcome, c.replaced from upload_complete(owner, job, idx, null, artifact, key, bytes, digest) c;
  end if;
end $$;
