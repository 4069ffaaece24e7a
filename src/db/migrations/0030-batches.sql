-- Batches: one request for the same work on many files. Their jobs are created a few at a time, so that a batch survives restarts and
-- other jobs of the workspace need not wait for all of it.
create table batches (
  id text primary key,
  workspace_id text not null references workspaces,
  key_id text,
  source text not null check (source in ('api', 'workspace')),
  -- One of them is set.
  type text,
  recipe_id text,
  -- The options that all inputs share, without secret ones.
  options jsonb not null,
  metadata jsonb not null default '{}',
  retention_hours int,
  -- Whether some input has secret options, which are erased at the end.
  sealed boolean not null,
  input_count int not null,
  status text not null default 'active' check (status in ('active', 'completed', 'canceled')),
  -- The quota that keeps it from going on, and when it is asked again.
  blocked text,
  blocked_until timestamptz,
  -- When it was last looked at: batches take turns.
  fed_at timestamptz not null default now(),
  version int not null default 1,
  created_at timestamptz not null default now(),
  canceled_at timestamptz,
  completed_at timestamptz
);
create index batches_listed on batches (workspace_id, created_at desc, id desc);
create index batches_active on batches (fed_at) where status = 'active';

create table batch_inputs (
  batch_id text not null references batches on delete cascade,
  index int not null,
  artifact_id text not null,
  filename text not null,
  options jsonb not null,
  secret bytea,
  metadata jsonb not null default '{}',
  -- Set when its job or run is created.
  job_id text,
  run_id text,
  -- Set instead where neither can be: { code, message }.
  refused jsonb,
  primary key (batch_id, index)
);
create index batch_inputs_waiting on batch_inputs (batch_id, index)
  where job_id is null and run_id is null and refused is null;

alter table jobs add column batch_id text;
alter table events add column batch_id text;
