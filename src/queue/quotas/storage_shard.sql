-- Returns which of its workspace's storage counters a job's bytes are counted in. Counters are locked in the order of workspace and
-- shard. The trigger of artifacts, in the migration that made the counters, has the same expression.
create function storage_shard(job text) returns int language sql immutable as $$
  select abs(hashtext(job) % 16)
$$;
