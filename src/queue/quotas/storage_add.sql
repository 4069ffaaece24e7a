-- Counts bytes that are reserved for a job's inputs, or are reserved no longer. A trigger counts artifacts.
create function storage_add(ws text, job text, delta bigint) returns void language sql as $$
  insert into storage_counters as c (workspace_id, shard, bytes)
    select ws, storage_shard(job), delta where delta <> 0
    on conflict (workspace_id, shard) do update set bytes = c.bytes + excluded.bytes
$$;
