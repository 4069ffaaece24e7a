-- Reserves credits for a job, from the month's allowance first. Returns false, and records nothing for the job, if they do not
-- suffice. The month's first reservation enters its allowance, one after a change to a larger plan the difference. A plan without
-- a limit has an allowance of what is used. The caller holds the workspace's lock.
create function credit_reserve(ws text, job text, n int) returns boolean language plpgsql as $$
declare
  account credit_balances;
  allowance int := (select p.ai_credits_per_month from workspaces w join plans p on p.id = w.plan_id where w.id = ws);
  due bigint;
begin
  perform credit_month(ws);
  select * into account from credit_balances where workspace_id = ws;
  due := greatest(0, case when allowance is null then n - account.allowance_left
    else allowance - account.allowance_given end);
  if account.balance + due < n then
    return false;
  end if;
  if due > 0 then
    insert into credit_entries (id, workspace_id, kind, amount, of_allowance, note)
      values (new_id('led'), ws, 'allowance', due, due, to_char(account.month, 'YYYY-MM'));
  end if;
  insert into credit_entries (id, workspace_id, kind, amount, of_allowance, job_id)
    values (new_id('led'), ws, 'reservation', -n, -least(n, account.allowance_left + due), job);
  update credit_balances set allowance_given = allowance_given + due, used = used + n where workspace_id = ws;
  return true;
end $$;
