-- Adds the next `most` ended jobs to the totals of their days, up to those that ended `settled` ago. Returns whether there may be more.
create function usage_add_up(most int, settled interval) returns boolean language plpgsql as $$
declare
  since timestamptz := (select upto from added_up where what = 'usage' for update);
  bound timestamptz;
  ended record;
begin
  -- The clock was set back, so jobs end again at times that were already added up. The totals of these days are computed again.
  if since > clock_timestamp() - settled then
    since := date_trunc('day', clock_timestamp() - settled, 'UTC');
    delete from usage_days where day >= (since at time zone 'UTC')::date;
  end if;
  bound := settled_since(settled);
  select count(*) as n, max(completed_at) as last into ended from (
    select completed_at from jobs where completed_at >= since and completed_at < bound order by completed_at limit most) next;
  if ended.n = most then
    bound := ended.last + interval '1 microsecond';
  end if;
  insert into usage_days as d (workspace_id, day, type, source, key_id, operations, completed, failed, credits)
    select workspace_id, (completed_at at time zone 'UTC')::date, type, source, coalesce(key_id, ''), sum(job_operations(j)),
        count(*) filter (where status in ('completed', 'expired')), count(*) filter (where status = 'failed'), sum(credits)
      from jobs j where completed_at >= since and completed_at < bound and queued_at is not null and source <> 'check'
      group by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, type, source, key_id) do update set operations = d.operations + excluded.operations,
      completed = d.completed + excluded.completed, failed = d.failed + excluded.failed, credits = d.credits + excluded.credits;
  update added_up set upto = greatest(since, bound) where what = 'usage';
  return ended.n = most;
end $$;
