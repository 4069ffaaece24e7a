-- Ends the life of jobs whose time is over: never started, or completed and past their retention.
create function jobs_expire(most int) returns int language plpgsql as $$
declare
  due record;
  n int := 0;
begin
  -- In the order in which everybody locks the counters of storage.
  for due in select * from (
      select id, workspace_id, source, status, deleted_at from jobs
        where status in ('pending', 'completed') and expires_at < clock_timestamp()
        order by expires_at limit most for no key update skip locked) over
      order by workspace_id, storage_shard(id) loop
    update jobs set status = 'expired', secret = null, version = version + 1,
        completed_at = coalesce(completed_at, clock_timestamp()) where id = due.id;
    if due.status = 'pending' then
      perform storage_release(due.workspace_id, due.id);
    end if;
    -- One that was erased has told its end.
    if due.source <> 'upload' and due.deleted_at is null then
      perform job_event(due.workspace_id, due.id, 'job.expired');
    end if;
    perform job_changed(due.id);
    n := n + 1;
  end loop;
  return n;
end $$;
