-- What a workspace's files are called, a stretch of its jobs at a time: every piece of one to three letters that occurs in their
-- names, as a hash of the workspace and the piece. Written long after the jobs, so that none of them pays for it. A search walks
-- only through the stretches that have all pieces of what it looks for, and looks at the names themselves there.
create table name_stretches (
  workspace_id text not null references workspaces,
  -- The jobs that were created after the one moment, up to the other.
  from_at timestamptz not null,
  to_at timestamptz not null,
  pieces int[] not null,
  primary key (workspace_id, to_at)
);
create index name_stretches_pieces on name_stretches using gin (pieces) with (fastupdate = off);

-- What waits and what runs, noted from time to time while it is too much to be counted whenever somebody asks.
create table queue_notes (
  one boolean primary key default true check (one),
  noted_at timestamptz not null,
  state jsonb not null
);
