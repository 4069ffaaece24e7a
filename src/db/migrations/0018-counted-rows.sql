-- The inputs of a workspace's jobs that were never started are counted whenever another job is created.
create index concurrently jobs_unstarted on jobs (workspace_id, created_at) include (declared_inputs)
  where queued_at is null and status in ('pending', 'canceled');
-- Recipes that were made within a day are counted, deleted ones too.
create index concurrently recipes_made on recipes (workspace_id, created_at);
-- Test events of the last hour are counted.
create index concurrently events_tests on events (workspace_id, created_at) where type = 'webhook.test';
-- Keys are forgotten long after they ended.
create index concurrently api_keys_ended on api_keys (least(revoked_at, expires_at));
