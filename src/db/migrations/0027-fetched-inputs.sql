-- Inputs that the service fetches itself. A row is claimed by one fetcher at a time; its partial file and its upload lease are those
-- of an upload in pieces, so that another process can continue it.
create table input_fetches (
  job_id text not null references jobs on delete cascade,
  index int not null,
  workspace_id text not null,
  -- Sealed, because an address may contain credentials. Erased when the fetch has ended.
  source bytea,
  -- Whether the caller gave the name and the media type, which the response otherwise decides.
  named boolean not null,
  typed boolean not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  due_at timestamptz not null default now(),
  -- The fencing token: grows with every claim.
  claim int not null default 0,
  failures int not null default 0,
  -- The version of the remote file that the partial file belongs to: an entity tag or a time.
  validator text,
  -- The run whose first step gets the file, and the id of that step's job.
  run_id text references recipe_runs on delete cascade,
  first_job text,
  primary key (job_id, index)
);
create index input_fetches_due on input_fetches (due_at) where status = 'waiting';

-- Whether a plan's workspaces may name inputs by their address.
alter table plans add column url_inputs boolean not null default true;
-- The sentence about a step that failed without a job, such as one whose input could not be fetched.
alter table run_steps add column failure_message text;
