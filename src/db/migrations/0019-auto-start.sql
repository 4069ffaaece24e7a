-- A job may start by itself when its last input arrives. Where it cannot, the reason and its time are kept until it starts.
alter table jobs
  add column auto_start boolean not null default false,
  add column start_refused text,
  add column start_refused_at timestamptz;
