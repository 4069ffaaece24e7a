-- Which of its workspace's counters of storage a job's bytes stand in. Several are locked in the order of workspace and shard.
-- The trigger of artifacts, in the migration that made the counters, has the same expression.
create function storage_shard(job text) returns int language sql immutable as $$
  select abs(hashtext(job) % 16)
$$;
