-- Ends a batch once all its jobs and runs have ended: erases its secrets, records its event and notifies waiting requests. Returns whether
-- it ended now.
create function batch_settle(batch text) returns boolean language plpgsql as $$
declare
  ended record;
begin
  perform 1 from batches where id = batch and status = 'active' for no key update;
  if not found or exists (select from batch_inputs i where i.batch_id = batch and i.job_id is null and i.run_id is null
        and i.refused is null)
      or exists (select from batch_inputs i where i.batch_id = batch
        and ((select j.status from jobs j where j.id = i.job_id) in ('pending', 'queued', 'processing')
          or (select r.status from recipe_runs r where r.id = i.run_id) = 'active')) then
    return false;
  end if;
  update batches set status = case when canceled_at is null then 'completed' else 'canceled' end,
      completed_at = clock_timestamp(), blocked = null, blocked_until = null, version = version + 1
    where id = batch returning workspace_id, status into ended;
  update batch_inputs set secret = null where batch_id = batch and secret is not null;
  insert into events (workspace_id, batch_id, type) values (ended.workspace_id, batch, 'batch.completed');
  perform pg_notify('job_changed', batch || ' ' || ended.status);
  return true;
end $$;
