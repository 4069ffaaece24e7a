-- Adds the next `most` jobs that have ended to the days they ended on, up to those that ended `settled` ago. Returns whether there
-- were as many.
create function usage_add_up(most int, settled interval) returns boolean language plpgsql as $$
declare
  began timestamptz := clock_timestamp();
  since timestamptz;
  bound timestamptz;
  ended record;
begin
  select upto into since from usage_added for update;
  -- The clock was set back: jobs end once more at moments that count as done. Their days are added up anew.
  if since > began - settled then
    since := date_trunc('day', began - settled, 'UTC');
    delete from usage_days where day >= (since at time zone 'UTC')::date;
  end if;
  -- A transaction that is under way may yet end jobs, at a moment after its own beginning. One that has done nothing for
  -- a minute ends none.
  bound := least(began - settled, (select min(xact_start) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (backend_xid is not null or xact_start > began - interval '1 minute')));
  select count(*) as n, max(completed_at) as last into ended from (
    select completed_at from jobs where completed_at >= since and completed_at < bound order by completed_at limit most) next;
  if ended.n = most then
    bound := ended.last + interval '1 microsecond';
  end if;
  insert into usage_days as d (workspace_id, day, type, source, key_id, operations, completed, failed, credits)
    select workspace_id, (completed_at at time zone 'UTC')::date, type, source, coalesce(key_id, ''), count(*),
        count(*) filter (where status in ('completed', 'expired')), count(*) filter (where status = 'failed'), sum(credits)
      from jobs where completed_at >= since and completed_at < bound and queued_at is not null
      group by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, type, source, key_id) do update set operations = d.operations + excluded.operations,
      completed = d.completed + excluded.completed, failed = d.failed + excluded.failed, credits = d.credits + excluded.credits;
  update usage_added set upto = greatest(since, bound);
  return ended.n = most;
end $$;
