-- Gives back what a job that made nothing has reserved. What came from the allowance of a month that is over is taken back
-- at once, as all that was left of it. The caller holds the workspace's lock.
create function credit_release(ws text, job text) returns void language plpgsql as $$
declare
  this_month timestamptz := date_trunc('month', clock_timestamp(), 'UTC');
  held record;
begin
  select -sum(amount) as credits, -sum(of_allowance) as of_allowance,
      -coalesce(sum(of_allowance) filter (where created_at < this_month), 0) as of_past,
      -coalesce(sum(amount) filter (where created_at >= this_month), 0) as used
    into held from credit_entries where job_id = job and kind in ('reservation', 'release');
  if coalesce(held.credits, 0) = 0 then
    return;
  end if;
  perform credit_month(ws);
  insert into credit_entries (id, workspace_id, kind, amount, of_allowance, job_id)
    values (credit_id(), ws, 'release', held.credits, held.of_allowance, job);
  if held.of_past > 0 then
    insert into credit_entries (id, workspace_id, kind, amount, of_allowance, job_id, note)
      values (credit_id(), ws, 'expiry', -held.of_past, -held.of_past, job, 'of the allowance of a past month');
  end if;
  update credit_balances set used = used - held.used where workspace_id = ws;
  update jobs set credits = 0 where id = job;
end $$;
