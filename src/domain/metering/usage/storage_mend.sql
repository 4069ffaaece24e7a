-- Compares each workspace's storage counter with its files and corrects it. Returns the workspaces where it was wrong, and by how much.
-- The comparison is exact while others write: a file and its count change in one transaction, and one statement sees both or neither.
create function storage_mend() returns table (ws text, wrong_by bigint) language plpgsql as $$
declare
  each text;
begin
  update job_inputs i set reserved = 0 from jobs j
    where j.id = i.job_id and i.reserved > 0 and j.status <> 'pending';
  -- Workspaces are compared one at a time, so that no statement reads all files.
  for each in select id from workspaces loop
    return query
      with there as (
        select sum(bytes)::bigint as bytes from (
          select size as bytes from artifacts where workspace_id = each
          union all
          select i.reserved from jobs j join job_inputs i on i.job_id = j.id
            where j.workspace_id = each and j.status = 'pending' and i.reserved > 0
          union all
          select -bytes from storage_counters where workspace_id = each) held
        having sum(bytes) <> 0
      )
      insert into storage_counters as c (workspace_id, shard, bytes) select each, 0, bytes from there
        on conflict (workspace_id, shard) do update set bytes = c.bytes + excluded.bytes
        returning c.workspace_id, -(c.bytes - coalesce(old.bytes, 0));
  end loop;
end $$;
