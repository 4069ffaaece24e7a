-- The inputs of a workspace's jobs that were never started are counted whenever another job is created.
create index concurrently jobs_unstarted on jobs (workspace_id, created_at) include (declared_inputs)
  where queued_at is null and status in ('pending', 'canceled');
