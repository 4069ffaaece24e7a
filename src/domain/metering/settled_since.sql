-- Returns a time before which no more rows will appear: every transaction that began before it has ended. A transaction that was
-- idle for a minute is taken to write nothing.
create function settled_since(settled interval) returns timestamptz language plpgsql as $$
declare
  began timestamptz := clock_timestamp();
begin
  return least(began - settled, (select min(xact_start) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (backend_xid is not null or xact_start > began - interval '1 minute')));
end $$;
