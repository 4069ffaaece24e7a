-- The audit log: who changed keys, plans, members, connections and models. Entries keep names, because the rows they name may be deleted.
create table audit_entries (
  id text primary key,
  created_at timestamptz not null default clock_timestamp(),
  -- Null if the change concerns the whole installation.
  workspace_id text,
  actor_kind text not null check (actor_kind in ('user', 'key', 'server')),
  actor_id text,
  actor_name text,
  action text not null,
  target_id text not null,
  target_name text,
  detail text
);
create index audit_entries_listed on audit_entries (created_at, id);
create index audit_entries_of_workspace on audit_entries (workspace_id, created_at, id);

create function audit_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never changed';
end $$;
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function audit_entries_stay();
