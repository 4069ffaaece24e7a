-- What a workspace holds in storage, so that nobody need add it up: its artifacts, and the bytes reserved for inputs that
-- are still to come. Several rows for each, by job, so that parallel uploads need not wait for each other's commit.
create table storage_counters (
  workspace_id text not null,
  shard int not null,
  bytes bigint not null,
  primary key (workspace_id, shard)
) with (fillfactor = 50);

-- Bytes on their way that are no artifact yet. Counted only where the plan sets a limit.
alter table job_inputs add column reserved bigint not null default 0;
update job_inputs i set reserved = i.file_size from jobs j join workspaces w on w.id = j.workspace_id
  join plans p on p.id = w.plan_id
  where j.id = i.job_id and j.status = 'pending' and i.uploaded_at is null and p.storage_bytes is not null;
create index job_inputs_reserved on job_inputs (job_id) where reserved > 0;

insert into storage_counters (workspace_id, shard, bytes)
  select workspace_id, 0, sum(bytes) from (
    select workspace_id, size as bytes from artifacts
    union all
    select j.workspace_id, i.reserved from job_inputs i join jobs j on j.id = i.job_id where i.reserved > 0) held
  group by workspace_id;

-- Whoever names or forgets a stored file changes the counter in the same transaction, without having to think of it.
create function artifacts_count() returns trigger language plpgsql as $$
begin
  insert into storage_counters as c (workspace_id, shard, bytes)
    select workspace_id, abs(hashtext(job_id) % 16), case tg_op when 'INSERT' then sum(size) else -sum(size) end
      from changed group by 1, 2 order by 1, 2
    on conflict (workspace_id, shard) do update set bytes = c.bytes + excluded.bytes;
  return null;
end $$;
create trigger artifacts_added after insert on artifacts referencing new table as changed
  for each statement execute function artifacts_count();
create trigger artifacts_removed after delete on artifacts referencing old table as changed
  for each statement execute function artifacts_count();

-- When storage next becomes free is found at the beginning of an index.
drop index artifacts_stored;
create index artifacts_stored on artifacts (workspace_id, expires_at) include (size);
create index jobs_pending on jobs (workspace_id, expires_at) where status = 'pending';
