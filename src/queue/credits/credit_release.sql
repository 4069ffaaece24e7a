-- Gives back what a job has reserved, except for the `keep` credits that it has spent. What was reserved first counts as spent
-- first. Credits from the allowance of a past month expire at once, like the rest of that allowance did. The caller holds the
-- workspace's lock.
create function credit_release(ws text, job text, keep int) returns void language plpgsql as $$
declare
  this_month timestamptz := date_trunc('month', clock_timestamp(), 'UTC');
  held record;
  given_back int;
  past_allowance int;
begin
  select coalesce(-sum(amount), 0) as credits, -sum(of_allowance) as of_allowance,
      -coalesce(sum(of_allowance) filter (where created_at < this_month), 0) as of_past_allowance,
      -coalesce(sum(amount) filter (where created_at < this_month), 0) as of_past
    into held from credit_entries where job_id = job and kind in ('reservation', 'release');
  given_back := held.credits - keep;
  if given_back > 0 then
    perform credit_month(ws);
    insert into credit_entries (id, workspace_id, kind, amount, of_allowance, job_id)
      values (new_id('led'), ws, 'release', given_back, greatest(0, held.of_allowance - keep), job);
    past_allowance := greatest(0, held.of_past_allowance - keep);
    if past_allowance > 0 then
      insert into credit_entries (id, workspace_id, kind, amount, of_allowance, job_id, note)
        values (new_id('led'), ws, 'expiry', -past_allowance, -past_allowance, job, 'of the allowance of a past month');
    end if;
    -- The month's use counts what was reserved in this month alone.
    update credit_balances set used = used - (given_back - greatest(0, held.of_past - keep)) where workspace_id = ws;
    update jobs set credits = keep where id = job;
  end if;
  if keep > 0 then
    perform credit_settle(ws, job, keep);
  end if;
end $$;
