-- Lets the inputs of an ended batch that failed, were refused or were canceled run again, and returns their number. They are reset
-- in the transaction in which the batch becomes active.
create function batch_retry(ws text, batch text) returns int language plpgsql as $$
declare
  n int;
begin
  perform 1 from batches where id = batch and workspace_id = ws and status <> 'active' for no key update;
  if not found then
    return 0;
  end if;
  update batch_inputs i set job_id = null, run_id = null, refused = null
    where i.batch_id = batch and (i.refused is not null
      or (select j.status in ('failed', 'canceled') or (j.status = 'expired' and j.queued_at is null)
        from jobs j where j.id = i.job_id)
      or (select r.status in ('failed', 'canceled') from recipe_runs r where r.id = i.run_id));
  get diagnostics n = row_count;
  if n > 0 then
    update batches set status = 'active', completed_at = null, canceled_at = null, version = version + 1 where id = batch;
    perform pg_notify('job_changed', batch || ' running');
  end if;
  return n;
end $$;
