-- The most a workspace kept on a UTC day, for its history: what has expired leaves no trace otherwise.
create table storage_days (
  workspace_id text not null references workspaces,
  day date not null,
  bytes bigint not null,
  primary key (workspace_id, day)
);
