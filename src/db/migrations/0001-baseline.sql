-- Plans are loaded from the plans file at start-up; the table is what the queue and the limits read.
create table plans (
  id text primary key,
  api_access boolean not null,
  families text[],
  requests_per_window int not null,
  operations_per_day int,
  operations_per_month int,
  ai_credits_per_month int,
  file_bytes bigint not null,
  merge_files int not null,
  merge_bytes bigint not null,
  concurrency int not null check (concurrency > 0),
  waiting int not null,
  retention_seconds int not null,
  storage_bytes bigint,
  upload_url_seconds int not null,
  download_url_seconds int not null,
  weight int not null check (weight between 1 and 1000)
);

create table workspaces (
  id text primary key,
  name text not null,
  plan_id text not null references plans,
  created_at timestamptz not null default now(),
  -- Virtual time of the last released job: start-time fair queueing.
  vtime bigint not null default 0
);

create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces,
  name text not null,
  hash bytea not null unique,
  -- The last four characters, so that a person can tell keys apart.
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_to text references api_keys,
  last_used_at timestamptz
);
create index api_keys_workspace on api_keys (workspace_id);

-- Counts of the current window only: losing them in a crash merely opens a window early.
create unlogged table rate_windows (
  key_id text primary key,
  started_at timestamptz not null,
  used int not null
);

create table recipes (
  id text primary key,
  workspace_id text not null references workspaces,
  name text not null,
  description text not null,
  -- [{ name, jobType, tab, options }], options as the job type's schema took them.
  steps jsonb not null,
  -- Write-only options by step index, encrypted.
  secret bytea,
  -- The formats a run may begin with.
  accepts text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Its runs still name it.
  deleted_at timestamptz
);
create index recipes_listed on recipes (workspace_id, created_at desc, id desc) where deleted_at is null;

create table recipe_runs (
  id text primary key,
  workspace_id text not null references workspaces,
  recipe_id text not null references recipes,
  key_id text,
  -- Kept as text when the artifact itself has expired.
  input_artifact_id text not null,
  -- 'active' reads as queued until its first step has begun, then as running.
  status text not null default 'active' check (status in ('active', 'completed', 'failed', 'canceled')),
  -- The UTC day its operations were counted on.
  counted_on date not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index recipe_runs_listed on recipe_runs (workspace_id, created_at desc, id desc);

-- The queue is the jobs table: docs/decisions/0004-queue.md tells why. Lock order everywhere: the workspace's row, then
-- the job's. The locks are 'no key' ones, so that the check of a foreign key, as of an event's insert, waits for none of them.
create table jobs (
  id text primary key,
  seq bigint generated always as identity,
  workspace_id text not null references workspaces,
  key_id text,
  source text not null check (source in ('api', 'recipe', 'workspace')),
  type text not null,
  -- 'uploading' is never stored: it is read from the inputs' upload leases, so that a crash cannot leave it behind.
  status text not null default 'pending'
    check (status in ('pending', 'queued', 'processing', 'completed', 'failed', 'canceled', 'expired')),
  options jsonb not null,
  -- Options that are write-only, encrypted; erased when the job ends.
  secret bytea,
  metadata jsonb not null default '{}',
  progress int not null default 0,
  credits int not null default 0,
  -- Grows with every change a caller can see: the id of a server-sent event.
  version int not null default 1,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz not null,
  deleted_at timestamptz,
  engines jsonb,
  duration_ms int,
  failure_reason text,
  failure_detail text,
  diagnostic_id uuid,
  -- Engines a worker must have to take it.
  needs text[] not null,
  -- Queue: a queued job with a virtual tag is released (its workspace has a slot for it), one without waits.
  vtag bigint,
  run_at timestamptz,
  -- The fencing token: grows with every claim, never back.
  attempt int not null default 0,
  -- Attempts that ended badly, of which only so many are allowed.
  failures int not null default 0,
  worker_id text,
  lease_until timestamptz,
  -- The UTC day its operation was counted on, while it stands counted.
  counted_on date,
  -- Set for a step of a recipe run.
  run_id text references recipe_runs on delete cascade,
  step_index int
);
create unique index jobs_seq on jobs (seq);
create index jobs_listed on jobs (workspace_id, created_at desc, id desc) where source = 'api' and deleted_at is null;
-- Jobs no key made, for the list of every source.
create index jobs_listed_others on jobs (workspace_id, created_at desc, id desc)
  where source <> 'api' and deleted_at is null;
create index jobs_waiting on jobs (workspace_id, seq) where status = 'queued' and vtag is null;
create index jobs_live on jobs (workspace_id)
  where status = 'processing' or (status = 'queued' and vtag is not null);
create index jobs_released on jobs (vtag, seq) where status = 'queued' and vtag is not null;
create index jobs_leased on jobs (lease_until) where status = 'processing';
create index jobs_due on jobs (expires_at) where status in ('pending', 'completed');
create index jobs_ended on jobs (completed_at) where completed_at is not null;
create index jobs_of_run on jobs (run_id, step_index) where run_id is not null;

-- The highest virtual tag handed to a worker. A sequence, so that claiming contends on no row.
create sequence vclock minvalue 0 start 0;

create table artifacts (
  id text primary key,
  -- No reference: the job has one, and each write would check it again.
  workspace_id text not null,
  job_id text not null references jobs on delete cascade,
  role text not null check (role in ('input', 'output')),
  index int not null,
  filename text not null,
  content_type text not null,
  format text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null unique,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (job_id, role, index)
);
create index artifacts_stored on artifacts (workspace_id) include (size, expires_at);
create index artifacts_due on artifacts (expires_at);

create table job_inputs (
  job_id text not null references jobs on delete cascade,
  index int not null,
  filename text not null,
  content_type text not null,
  format text not null,
  file_size bigint not null,
  -- Set when the bytes are whole; stay when the artifact has expired.
  uploaded_at timestamptz,
  sha256 text,
  artifact_id text references artifacts on delete set null,
  -- A PUT or PATCH in flight renews its lease; 'uploading' means a lease that has not run out.
  upload_token uuid,
  upload_lease timestamptz,
  primary key (job_id, index)
);
create index job_inputs_artifact on job_inputs (artifact_id) where artifact_id is not null;

-- A run's own copy of the steps: changing or deleting the recipe changes no run.
create table run_steps (
  run_id text not null references recipe_runs on delete cascade,
  index int not null,
  name text not null,
  job_type text not null,
  options jsonb not null,
  secret bytea,
  -- Set when the step is queued.
  job_id text,
  -- Only for a step that could not be queued: what the step before made does not suit it.
  failure_reason text,
  diagnostic_id uuid,
  primary key (run_id, index)
);

create index run_steps_job on run_steps (job_id) where job_id is not null;

create table idempotency_keys (
  workspace_id text not null references workspaces,
  scope text not null,
  key text not null,
  fingerprint bytea not null,
  resource_id text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, scope, key)
);
create index idempotency_keys_resource on idempotency_keys (resource_id);

-- Operations started, per UTC day and per UTC month.
create table usage_counters (
  workspace_id text not null references workspaces,
  quota text not null check (quota in ('operations', 'operations_daily')),
  window_start date not null,
  used int not null,
  primary key (workspace_id, quota, window_start)
);

-- One row per change that a webhook or a caller may want to know, written in the transaction of the change. Events get
-- their place after they are committed, one publisher at a time: whoever has read up to a place has missed nothing before
-- it, however late a transaction commits. docs/decisions/0006-events-in-order.md tells why.
create sequence event_positions;
create table events (
  seq bigint generated always as identity,
  id uuid primary key default uuidv7(),
  workspace_id text not null,
  type text not null,
  job_id text references jobs on delete cascade,
  created_at timestamptz not null default now(),
  run_id text references recipe_runs on delete cascade,
  -- Null until it is published.
  position bigint,
  -- What callers and webhooks are told, fixed when it is first asked for: the same on every attempt.
  body text
);
create index events_unpublished on events (seq) where position is null;
create unique index events_published on events (workspace_id, position) where position is not null;
create index events_job on events (job_id) where job_id is not null;
create index events_run on events (run_id) where run_id is not null;

-- What each worker can run. An installation offers what any of its workers can.
create table workers (
  id text primary key,
  engines jsonb not null,
  -- What callers may choose from, by engine: { "tesseract": { "languages": [...] } }.
  facts jsonb not null default '{}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create table webhooks (
  id text primary key,
  workspace_id text not null references workspaces,
  url text not null,
  -- The types it is told of; null: all.
  events text[],
  description text not null,
  -- To one that is paused deliveries wait; for one that is disabled none are made.
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  paused_reason text check (paused_reason in ('by_hand', 'failing', 'gone')),
  -- Sealed. Both sign until the old one's time is over.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_workspace on webhooks (workspace_id);

-- One row per event and webhook. Lock order: the webhook's row, then its deliveries.
create table deliveries (
  webhook_id text not null references webhooks on delete cascade,
  event_id uuid not null references events on delete cascade,
  -- The webhook and the job or run whose events it is told in order. One column, so that no other index seems as good.
  line text not null,
  position bigint not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Failed attempts since it was made or last asked for by hand: the place in the schedule.
  failures int not null default 0,
  -- While an attempt is under way, the time its lease ends: a deliverer that died holds nothing for ever.
  due_at timestamptz not null,
  lease_until timestamptz,
  -- The fencing token: grows with every claim.
  claim int not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (webhook_id, event_id)
);
create index deliveries_due on deliveries (webhook_id, due_at, position) where status = 'pending';
create index deliveries_in_line on deliveries (line, position) where status = 'pending';
create index deliveries_leased on deliveries (webhook_id) where lease_until is not null;
create index deliveries_event on deliveries (event_id);

create table delivery_attempts (
  webhook_id text not null,
  event_id uuid not null,
  number int not null,
  at timestamptz not null,
  duration_ms int not null,
  -- What was answered, if anything was.
  status int,
  answer text,
  error text,
  next_at timestamptz,
  primary key (webhook_id, event_id, number),
  foreign key (webhook_id, event_id) references deliveries on delete cascade
);

-- People and what they may do. better-auth reads and writes users, credentials and sessions; the rest is ours.
-- docs/decisions/0008-sign-in.md tells why it is shaped this way.
create table users (
  id text primary key,
  name text not null,
  -- In lower case.
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  -- Sees why jobs failed, in every workspace, and sets plans.
  operator boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table credentials (
  id text primary key,
  user_id text not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  -- Null after an operator's reset, until the link is used.
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_user on credentials (user_id);

create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_due on sessions (expires_at);

-- Links the operator is shown: to become the first user, and to choose a new password. Gone once used.
create table account_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('first_user', 'password_reset')),
  user_id text references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table members (
  workspace_id text not null references workspaces,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id text primary key,
  workspace_id text not null references workspaces,
  email text not null,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  token_hash bytea not null unique,
  invited_by text references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text references users on delete set null,
  revoked_at timestamptz
);
create index invitations_listed on invitations (workspace_id, created_at desc, id desc);

-- Tries to sign in, by account and by address. Losing them in a crash merely opens a window early.
create unlogged table sign_in_windows (
  name text primary key,
  started_at timestamptz not null,
  used int not null
);

-- AI credits: nothing is ever changed, the sum is the balance.
create table credit_entries (
  id text primary key,
  workspace_id text not null references workspaces,
  kind text not null check (kind in ('grant', 'reservation', 'settlement', 'release')),
  amount int not null,
  -- Kept as text when the job itself is long gone.
  job_id text,
  note text not null default '',
  created_by text,
  created_at timestamptz not null default now()
);
create index credit_entries_listed on credit_entries (workspace_id, created_at desc, id desc) include (amount);

create function credit_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the credit ledger are never changed';
end $$;
create trigger credit_entries_stay before update or delete or truncate on credit_entries
  execute function credit_entries_stay();

-- Why an attempt failed, for the operator only: written with the failure, gone with the job's files.
create table job_failures (
  diagnostic_id uuid primary key,
  job_id text not null references jobs on delete cascade,
  workspace_id text not null references workspaces,
  attempt int not null,
  reason text not null,
  outcome text not null check (outcome in ('retried', 'failed')),
  -- Engines the job needs; what ended badly among their programs, if one did.
  engines text[] not null,
  program text,
  exit_code int,
  signal text,
  stderr text,
  detail text not null,
  worker_id text,
  created_at timestamptz not null default now()
);
create index job_failures_listed on job_failures (created_at desc, diagnostic_id desc);
create index job_failures_workspace on job_failures (workspace_id, created_at desc, diagnostic_id desc);
create index job_failures_job on job_failures (job_id);
