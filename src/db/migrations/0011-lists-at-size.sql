-- A list of a workspace's jobs of one status or type is found without reading all of its jobs.
create index jobs_by_status on jobs (workspace_id, status, created_at desc, id desc) where deleted_at is null;
create index jobs_by_type on jobs (workspace_id, type, created_at desc, id desc) where deleted_at is null;

-- What waits and what runs, without reading what has ended.
create index jobs_under_way on jobs (status, queued_at) where status in ('queued', 'processing');
