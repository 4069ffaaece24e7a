-- Triggers start batches by themselves: at times, or for new files of a connection.
create table triggers (
  id text primary key,
  workspace_id text not null references workspaces,
  key_id text,
  source text not null check (source in ('api', 'workspace')),
  name text not null,
  -- The batch that is created: its job type or recipe, options, output and, with a schedule, its inputs. Sealed, because options may be
  -- secret; `shown` has no secrets.
  work bytea not null,
  shown jsonb not null,
  -- One of them is set.
  watch jsonb,
  schedule jsonb,
  enabled boolean not null default true,
  -- When it is looked at next. A process that does so has a claim until then, with `claim` as its fencing token.
  due_at timestamptz not null,
  claim int not null default 0,
  -- Whether the files that were there first are known.
  began boolean not null default false,
  failures int not null default 0,
  problem text,
  created_at timestamptz not null default now()
);
create unique index triggers_named on triggers (workspace_id, name);
create index triggers_due on triggers (due_at) where enabled;

-- The log has what a trigger did about each version of a file, or at each time of its schedule.
create table trigger_log (
  seq bigint generated always as identity primary key,
  trigger_id text not null references triggers on delete cascade,
  key text not null,
  version text not null,
  outcome text not null check (outcome in ('waiting', 'started', 'skipped', 'failed')),
  batch_id text,
  message text,
  at timestamptz not null default clock_timestamp(),
  unique (trigger_id, key, version)
);
create index trigger_log_listed on trigger_log (trigger_id, seq desc);
