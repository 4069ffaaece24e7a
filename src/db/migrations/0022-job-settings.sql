-- Settings of single jobs and runs: how long their files are kept, whether a download ends that, and who is told when they end.
alter table jobs add column retention_hours int, add column delete_after_download boolean not null default false,
  add column callback_url text;
alter table recipe_runs add column metadata jsonb not null default '{}', add column retention_hours int,
  add column delete_after_download boolean not null default false, add column callback_url text;
-- When an output of a job with delete_after_download was first downloaded completely.
alter table artifacts add column downloaded_at timestamptz;
-- True for the row that holds the secret of a workspace's callbacks. It has no address and no events of its own.
alter table webhooks add column callbacks boolean not null default false;
-- The address of a callback; null where the webhook has it.
alter table deliveries add column url text;
