-- The jobs that ended in a workspace on a UTC day, by what they were and who made them, so that nobody need count them whenever
-- usage is looked at. Upkeep adds to it in the order in which jobs ended, so that no job pays for it.
create table usage_days (
  workspace_id text not null references workspaces,
  day date not null,
  type text not null,
  source text not null,
  -- Empty for what no key made.
  key_id text not null,
  operations int not null,
  completed int not null,
  failed int not null,
  credits bigint not null,
  primary key (workspace_id, day, type, source, key_id)
);
create index usage_days_by_day on usage_days (day);

-- Failed attempts by the hour, for operators.
create table failure_hours (
  hour timestamptz not null,
  reason text not null,
  job_type text not null,
  attempts int not null,
  -- Jobs that failed in the end.
  jobs int not null,
  last_at timestamptz not null,
  last_diagnostic_id uuid not null,
  primary key (hour, reason, job_type)
);

-- What ended or came about before its moment is in usage_days or failure_hours; what did later is not.
create table added_up (
  what text primary key,
  upto timestamptz not null
);
insert into added_up (what, upto) values ('usage', '-infinity'), ('failures', '-infinity');

-- The credits that jobs of a workspace spent on a UTC day, less what was released. Kept by the ledger itself: only jobs that run
-- models write to it, under their workspace's lock.
create table credit_days (
  workspace_id text not null references workspaces,
  day date not null,
  spent bigint not null,
  primary key (workspace_id, day)
);
insert into credit_days (workspace_id, day, spent)
  select workspace_id, (created_at at time zone 'UTC')::date, -sum(amount) from credit_entries
    where kind in ('reservation', 'settlement', 'release') group by 1, 2;
create function credit_days_count() returns trigger language plpgsql as $$
begin
  insert into credit_days as d (workspace_id, day, spent)
    values (new.workspace_id, (new.created_at at time zone 'UTC')::date, -new.amount)
    on conflict (workspace_id, day) do update set spent = d.spent + excluded.spent;
  return null;
end $$;
create trigger credit_days_count after insert on credit_entries for each row
  when (new.kind in ('reservation', 'settlement', 'release')) execute function credit_days_count();
