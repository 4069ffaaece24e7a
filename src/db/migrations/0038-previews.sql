-- Pictures that the web page shows of artifacts: thumbnails, and previews of conversions. A job of source 'preview' makes each of
-- them. No list shows such a job, it costs nothing, and it is deleted when it ends.
alter table jobs drop constraint jobs_source_check;
alter table jobs add constraint jobs_source_check check (source in ('api', 'recipe', 'workspace', 'upload', 'preview'));
-- The table is a cache, so it is unlogged: a crash empties it, and backups leave it out. A picture is deleted together with its
-- artifact.
create unlogged table previews (
  job_id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  artifact_id text not null references artifacts on delete cascade,
  -- The job type and its options.
  request text not null,
  status text not null default 'open' check (status in ('open', 'made', 'failed')),
  content_type text,
  size bigint,
  storage_key text,
  -- The file itself, where it is small.
  content bytea,
  expires_at timestamptz not null,
  unique (artifact_id, request)
);
create index previews_open on previews (workspace_id) where status = 'open';
create index previews_stored on previews (storage_key) where storage_key is not null;
create index previews_due on previews (expires_at);
