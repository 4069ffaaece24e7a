-- Compares each workspace's counter with what is there and mends it; returns where it was wrong, and by how much. Exact
-- beside all that goes on: a file and its count change in one transaction, and one statement sees both or neither.
create function storage_mend() returns table (ws text, wrong_by bigint) language plpgsql as $$
begin
  update job_inputs i set reserved = 0 from jobs j
    where j.id = i.job_id and i.reserved > 0 and j.status <> 'pending';
  return query
    with there as (
      select workspace_id, sum(bytes)::bigint as bytes from (
        select workspace_id, size as bytes from artifacts
        union all
        select j.workspace_id, i.reserved from job_inputs i join jobs j on j.id = i.job_id where i.reserved > 0
        union all
        select workspace_id, -bytes from storage_counters) held
      group by workspace_id having sum(bytes) <> 0
    )
    insert into storage_counters as c (workspace_id, shard, bytes) select workspace_id, 0, bytes from there
      on conflict (workspace_id, shard) do update set bytes = c.bytes + excluded.bytes
      returning c.workspace_id, -(c.bytes - coalesce(old.bytes, 0));
end $$;
