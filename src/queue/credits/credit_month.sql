-- Begins the month's account of a workspace if the last one is over, and takes back what is left of its allowance. The caller holds
-- the workspace's lock.
create function credit_month(ws text) returns void language plpgsql as $$
declare
  this_month date := date_trunc('month', clock_timestamp() at time zone 'UTC')::date;
  stale credit_balances;
begin
  insert into credit_balances (workspace_id, balance, allowance_left) values (ws, 0, 0) on conflict do nothing;
  select * into stale from credit_balances where workspace_id = ws and month < this_month;
  if not found then
    return;
  end if;
  if stale.allowance_left > 0 then
    insert into credit_entries (id, workspace_id, kind, amount, of_allowance, note)
      values (new_id('led'), ws, 'expiry', -stale.allowance_left, -stale.allowance_left,
        'left of the allowance of ' || to_char(stale.month, 'YYYY-MM'));
  end if;
  update credit_balances set month = this_month, allowance_given = 0, used = 0 where workspace_id = ws;
end $$;
