-- Gives committed events their positions and makes their deliveries to webhooks and callbacks, in one transaction, so that no delivery is lost or
-- made twice. Returns the numbers of both. While another process publishes, waits for it if `patient`, and otherwise returns 0.
create function events_publish(most int, patient boolean) returns table (published int, queued int) language plpgsql as $$
begin
  if (select seq from events where position is null order by seq limit 1) is null then
    return query select 0, 0;
    return;
  elsif patient then
    perform pg_advisory_xact_lock(7107, 0);
  elsif not pg_try_advisory_xact_lock(7107, 0) then
    return query select 0, 0;
    return;
  end if;
  return query with next as materialized (
    select id from events where position is null order by seq limit most
  ), numbered as materialized (
    select id, nextval('event_positions') as position from next
  ), placed as (
    update events e set position = numbered.position from numbered where e.id = numbered.id
      returning e.id, e.workspace_id, e.type, e.job_id, e.run_id, e.batch_id, e.golden_file_id, e.created_at, e.position
  ), made as (
    insert into deliveries (webhook_id, event_id, line, position, due_at)
      select w.id, p.id, own.line, p.position,
          -- The event is not due before an earlier event of the same job that has one quick retry left.
          greatest(clock_timestamp(), (select max(d.due_at) from deliveries d
            where d.line = own.line and d.status = 'pending' and d.failures = 1))
        from placed p
          left join jobs j on j.id = p.job_id
          join webhooks w on w.workspace_id = p.workspace_id and w.status <> 'disabled'
            and (w.events is null or p.type = any (w.events)) and p.created_at >= w.created_at
          cross join lateral (select concat_ws(' ', w.id, coalesce(p.batch_id, p.golden_file_id, p.run_id, j.run_id, p.job_id)) as line) own
      returning 1
  ), called as (
    -- The end of a job or run with a callback is also sent to its address. A job that was never started ends when it expires.
    insert into deliveries (webhook_id, event_id, line, position, due_at, url)
      select w.id, p.id, concat_ws(' ', w.id, coalesce(p.run_id, p.job_id)), p.position, clock_timestamp(),
          coalesce(j.callback_url, r.callback_url)
        from placed p
          left join jobs j on j.id = p.job_id and j.callback_url is not null
            and (p.type in ('job.completed', 'job.failed', 'job.canceled')
              or (p.type = 'job.expired' and j.queued_at is null))
          left join recipe_runs r on r.id = p.run_id
          join webhooks w on w.workspace_id = p.workspace_id and w.callbacks
        where coalesce(j.callback_url, r.callback_url) is not null
      returning 1
  )
  select (select count(*) from placed)::int, (select count(*) from made)::int + (select count(*) from called)::int;
end $$;
