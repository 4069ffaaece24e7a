-- Counts the jobs of a workspace that ended since a UTC day, and those that wait or run, by day, type, key and source. All counts are
-- of one moment, because a stable function sees its caller's snapshot.
create function usage_shares(ws text, since date)
returns table (type text, source text, key_id text, operations bigint, completed bigint, failed bigint, credits bigint,
  on_day date)
language plpgsql stable as $$
declare
  added timestamptz := greatest((select upto from added_up where what = 'usage'), since::timestamp at time zone 'UTC');
begin
  return query select d.type, d.source, nullif(d.key_id, ''), sum(d.operations), sum(d.completed), sum(d.failed),
      sum(d.credits)::bigint, d.day
    from usage_days d where workspace_id = ws and d.day >= since group by 1, 2, 3, d.day;
  -- The query is planned at each call: a cached plan would assume that most jobs ended after the given time.
  return query execute $query$
    select j.type, j.source, j.key_id, sum(job_operations(j)), count(*) filter (where j.status in ('completed', 'expired')),
        count(*) filter (where j.status = 'failed'), sum(j.credits), (j.completed_at at time zone 'UTC')::date
      from jobs j where completed_at >= $1 and workspace_id = $2 and queued_at is not null group by 1, 2, 3, 8
    union all
    select j.type, j.source, j.key_id, sum(job_operations(j)), 0, 0, sum(j.credits), (now() at time zone 'UTC')::date
      from jobs j where workspace_id = $2 and j.status in ('queued', 'processing') and deleted_at is null
        and source not in ('preview', 'check') group by 1, 2, 3
    $query$ using added, ws;
end $$;
