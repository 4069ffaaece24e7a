-- Returns the failures since the beginning of an hour, by reason and job type, in several rows each. All are of one moment,
-- because a stable function sees its caller's snapshot.
create function failures_since(since timestamptz)
returns table (reason text, job_type text, attempts bigint, jobs bigint, last_at timestamptz, last_diagnostic_id uuid)
language plpgsql stable as $$
begin
  return query select h.reason, h.job_type, h.attempts::bigint, h.jobs::bigint, h.last_at, h.last_diagnostic_id
    from failure_hours h where hour >= since;
  -- The query is planned at each call: a cached plan would assume that most failures happened after the given time.
  return query execute $query$
    select f.reason, j.type, count(*), count(*) filter (where f.outcome = 'failed'), max(f.created_at),
        (array_agg(f.diagnostic_id order by f.created_at desc))[1]
      from job_failures f cross join lateral (select type from jobs where id = f.job_id limit 1) j
      where f.created_at >= $1 group by 1, 2
    $query$ using greatest(since, (select upto from added_up where what = 'failures'));
end $$;
