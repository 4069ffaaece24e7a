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
  counted_on date
);
create unique index jobs_seq on jobs (seq);
create index jobs_listed on jobs (workspace_id, created_at desc, id desc) where source = 'api' and deleted_at is null;
create index jobs_waiting on jobs (workspace_id, seq) where status = 'queued' and vtag is null;
create index jobs_live on jobs (workspace_id)
  where status = 'processing' or (status = 'queued' and vtag is not null);
create index jobs_released on jobs (vtag, seq) where status = 'queued' and vtag is not null;
create index jobs_leased on jobs (lease_until) where status = 'processing';
create index jobs_due on jobs (expires_at) where status in ('pending', 'completed');
create index jobs_ended on jobs (completed_at) where completed_at is not null;

create table artifacts (
  id text primary key,
  workspace_id text not null references workspaces,
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

-- One row per change that a webhook or a caller may want to know, written in the transaction of the change.
create table events (
  seq bigint generated always as identity primary key,
  id uuid not null default gen_random_uuid(),
  workspace_id text not null references workspaces,
  type text not null,
  job_id text references jobs on delete cascade,
  created_at timestamptz not null default now(),
  -- Readers by cursor stop at transactions still open, so that a late commit is never skipped.
  xid xid8 not null default pg_current_xact_id()
);
create index events_workspace on events (workspace_id, seq);

-- What each worker can run. An installation offers what any of its workers can.
create table workers (
  id text primary key,
  engines jsonb not null,
  -- What callers may choose from, by engine: { "tesseract": { "languages": [...] } }.
  facts jsonb not null default '{}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
