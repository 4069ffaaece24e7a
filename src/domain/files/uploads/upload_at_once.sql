-- Records a small file that arrived at once as the input, without a lease. It replaces an upload that is under way: otherwise a
-- sender that hung and was then repeated successfully would keep the job from starting until its lease expires. The outcomes are
-- those of upload_complete.
create function upload_at_once(job text, idx int, artifact text, key text, bytes bigint, digest text, content bytea default null)
returns table (outcome text, replaced text) language plpgsql as $$
declare
  owner text;
  open boolean;
  other uuid;
begin
  select j.workspace_id, j.status = 'pending' and j.expires_at > clock_timestamp(), i.upload_token
    into owner, open, other
    from jobs j join job_inputs i on i.job_id = j.id and i.index = idx
    where j.id = job and j.deleted_at is null and j.source <> 'recipe';
  if owner is null then
    return query select 'gone', null::text;
  elsif not open then
    return query select 'closed', null::text;
  else
    return query select c.outcome, c.replaced from upload_complete(owner, job, idx, other, artifact, key, bytes, digest,
      content) c;
  end if;
end $$;
