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

-- The jobs that ended before this moment are in usage_days; those that ended later are not.
create table usage_added (
  one boolean primary key default true check (one),
  upto timestamptz not null
);
insert into usage_added (upto) values ('-infinity');
