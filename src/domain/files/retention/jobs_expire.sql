-- Expires jobs that were never started in time, and completed jobs past their retention. One statement for all of them takes half
-- the time of one for each.
create function jobs_expire(most int) returns int language plpgsql as $$
declare
  ended record;
  pending record;
begin
  with over as materialized (
    select id from jobs where status in ('pending', 'completed') and expires_at < clock_timestamp()
      order by expires_at limit most for no key update skip locked),
    expired as (
      update jobs set status = 'expired', secret = null, version = version + 1,
          completed_at = coalesce(completed_at, clock_timestamp()) where id in (select id from over)
        returning id, workspace_id, run_id, source, deleted_at, old.status as was),
    -- An erased job has had its last event already.
    told as (
      insert into events (workspace_id, job_id, type)
        select workspace_id, id, 'job.expired' from expired where source not in ('upload', 'check') and deleted_at is null)
  select count(*) as n, array_agg(id) filter (where was = 'pending') as unstarted,
      count(pg_notify('job_changed', id || ' expired')),
      count(case when run_id is not null then pg_notify('job_changed', run_id || ' running') end)
    into ended from expired;
  -- Storage counters are locked in this order everywhere.
  for pending in select id, workspace_id from jobs where id = any (ended.unstarted)
      order by workspace_id, storage_shard(id) loop
    perform storage_release(pending.workspace_id, pending.id);
  end loop;
  return ended.n;
end $$;
