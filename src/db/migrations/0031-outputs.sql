-- The place of a connection where results are also written: { connection, key }. The key is a template.
alter table jobs add column output jsonb;
alter table recipe_runs add column output jsonb;
alter table batches add column output jsonb;

-- Results that are to be written to a connection. A row is claimed by one process at a time.
create table output_deliveries (
  -- The job or the run that has the results.
  subject_id text primary key,
  workspace_id text not null references workspaces,
  job_id text references jobs on delete cascade,
  run_id text references recipe_runs on delete cascade,
  connection_id text not null,
  key text not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  due_at timestamptz not null default now(),
  -- The fencing token: grows with every claim.
  claim int not null default 0,
  -- Whether a process is at work; its claim ends when the row is due again.
  claimed boolean not null default false,
  failures int not null default 0,
  -- The sentence about the last failure, without addresses and secrets.
  problem text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index output_deliveries_due on output_deliveries (due_at) where status = 'waiting';
create index output_deliveries_of_job on output_deliveries (job_id);
create index output_deliveries_of_run on output_deliveries (run_id);

-- The files of a delivery that were written. A later attempt does not write them again.
create table delivered_files (
  subject_id text not null references output_deliveries on delete cascade,
  index int not null,
  key text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (subject_id, index)
);
