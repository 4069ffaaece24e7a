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

-- Spends a try of one window after the other, up to one that is full. Returns the seconds until that opens again, 0: go
-- ahead. Give addresses before accounts: whoever is stopped by the address spends no try of the account's.
create function sign_in_try(names text[], most int[], window_seconds int) returns int language plpgsql as $$
declare
  each record;
  window_row sign_in_windows;
begin
  for each in select * from unnest(names, most) with ordinality as given (name, most, place) order by place loop
    insert into sign_in_windows as w (name, started_at, used) values (each.name, clock_timestamp(), 1)
      on conflict (name) do update set
        used = case when w.started_at < clock_timestamp() - make_interval(secs => window_seconds) then 1
          else least(w.used, each.most) + 1 end,
        started_at = case when w.started_at < clock_timestamp() - make_interval(secs => window_seconds)
          then clock_timestamp() else w.started_at end
      returning * into window_row;
    if window_row.used > each.most then
      return greatest(1, ceil(window_seconds - extract(epoch from clock_timestamp() - window_row.started_at)));
    end if;
  end loop;
  return 0;
end $$;

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

-- Jobs no key made, for the list of every source: jobs_listed has the others.
create index jobs_listed_others on jobs (workspace_id, created_at desc, id desc)
  where source <> 'api' and deleted_at is null;
