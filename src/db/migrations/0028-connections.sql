-- Places outside the installation where a workspace keeps files.
create table connections (
  id text primary key,
  workspace_id text not null references workspaces,
  name text not null,
  kind text not null check (kind in ('s3', 'webdav', 'http', 'folder')),
  -- The settings that may be shown.
  settings jsonb not null,
  -- The others, sealed.
  secret bytea,
  created_at timestamptz not null default now(),
  tested_at timestamptz not null default now()
);
create unique index connections_named on connections (workspace_id, name);
