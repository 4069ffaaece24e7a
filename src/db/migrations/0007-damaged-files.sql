-- Stored files that are not what they were when they were stored. Whoever finds one writes it down.
create table damaged_files (
  artifact_id text primary key,
  problem text not null check (problem in ('missing', 'length', 'content')),
  found_at timestamptz not null default now()
);

-- How far the reading of all stored files has come: the last artifact read, and when the last round ended.
create table scrub (
  one boolean primary key default true check (one),
  after text not null default '',
  ended_at timestamptz
);
insert into scrub default values;
