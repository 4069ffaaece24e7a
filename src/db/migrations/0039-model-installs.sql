-- Models that operators install from the web page. A worker claims each request and reports its progress here.
create table model_installs (
  name text primary key,
  status text not null default 'requested' check (status in ('requested', 'installing', 'installed', 'failed')),
  percent int not null default 0,
  -- The reason and the message of the last failure.
  reason text,
  message text,
  worker_id text,
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
