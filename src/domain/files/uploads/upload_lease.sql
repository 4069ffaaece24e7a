-- Takes the lease of an input for an upload. An earlier holder loses it; with `exclusive` the outcome is 'busy' instead. Other
-- outcomes: 'taken', 'closed' (the job takes no uploads), 'gone', and 'storage_bytes', because a replacement counts in addition
-- to the input until it is complete.
create function upload_lease(job text, idx int, token uuid, exclusive boolean, lease interval)
returns table (outcome text, workspace_id text, format text, uploaded boolean) language plpgsql as $$
declare
  owner record;
  input record;
begin
  perform set_config('synchronous_commit', 'off', true);
  select j.workspace_id as ws, p.storage_bytes as most, i.uploaded_at is not null and i.reserved = 0 as replaces into owner
    from jobs j join job_inputs i on i.job_id = j.id and i.index = idx
      join workspaces w on w.id = j.workspace_id join plans p on p.id = w.plan_id
    where j.id = job and j.deleted_at is null and j.source <> 'recipe';
  if not found then
    return query select 'gone', null::text, null::text, null::boolean;
    return;
  end if;
  -- Parallel uploads must not exceed the limit together. Lock order: the workspace's row, the job's, then the input's.
  if owner.replaces and owner.most is not null then
    perform 1 from workspaces w where w.id = owner.ws for no key update;
  end if;
  perform 1 from jobs j where j.id = job and j.deleted_at is null and j.status = 'pending'
    and j.expires_at > clock_timestamp() for update;
  if not found then
    return query select 'closed', null::text, null::text, null::boolean;
    return;
  end if;
  select i.format, i.file_size, i.reserved, i.uploaded_at is not null as uploaded,
      i.upload_lease > clock_timestamp() as leased into input
    from job_inputs i where i.job_id = job and i.index = idx for update;
  if exclusive and input.leased then
    return query select 'busy', null::text, null::text, null::boolean;
    return;
  elsif owner.most is not null and input.reserved = 0 then
    if storage_used(owner.ws) + input.file_size > owner.most then
      return query select 'storage_bytes', owner.ws, null::text, null::boolean;
      return;
    end if;
    perform storage_add(owner.ws, job, input.file_size);
    input.reserved := input.file_size;
  end if;
  update job_inputs i set upload_token = token, upload_lease = clock_timestamp() + lease, reserved = input.reserved
    where i.job_id = job and i.index = idx;
  update jobs j set version = j.version + 1 where j.id = job;
  perform job_changed(job);
  return query select 'taken', owner.ws, input.format, input.uploaded;
end $$;
