-- Adds the next `most` failures to the totals of their hours, up to those of `settled` ago. Returns whether there may be more.
create function failures_add_up(most int, settled interval) returns boolean language plpgsql as $$
declare
  since timestamptz := (select upto from added_up where what = 'failures' for update);
  bound timestamptz;
  come record;
begin
  -- The clock was set back, so failures happen again at times that were already added up. The totals of these hours are computed again.
  if since > clock_timestamp() - settled then
    since := date_trunc('hour', clock_timestamp() - settled);
    delete from failure_hours where hour >= since;
  end if;
  bound := settled_since(settled);
  select count(*) as n, max(created_at) as last into come from (
    select created_at from job_failures where created_at >= since and created_at < bound order by created_at limit most) next;
  if come.n = most then
    bound := come.last + interval '1 microsecond';
  end if;
  insert into failure_hours as h (hour, reason, job_type, attempts, jobs, last_at, last_diagnostic_id)
    select date_trunc('hour', f.created_at), f.reason, j.type, count(*), count(*) filter (where f.outcome = 'failed'),
        max(f.created_at), (array_agg(f.diagnostic_id order by f.created_at desc))[1]
      from job_failures f cross join lateral (select type from jobs where id = f.job_id limit 1) j
      where f.created_at >= since and f.created_at < bound group by 1, 2, 3
    on conflict (hour, reason, job_type) do update set attempts = h.attempts + excluded.attempts,
      jobs = h.jobs + excluded.jobs, last_at = excluded.last_at, last_diagnostic_id = excluded.last_diagnostic_id;
  update added_up set upto = greatest(since, bound) where what = 'failures';
  return come.n = most;
end $$;
