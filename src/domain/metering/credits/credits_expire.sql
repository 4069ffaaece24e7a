-- Takes back what is left of past months' allowances. Returns the number of workspaces concerned.
create function credits_expire(most int) returns int language plpgsql as $$
declare
  ws text;
  n int := 0;
begin
  for ws in select workspace_id from credit_balances
      where allowance_left > 0 and month < date_trunc('month', clock_timestamp() at time zone 'UTC')::date
      order by workspace_id limit most loop
    perform 1 from workspaces where id = ws for no key update;
    perform credit_month(ws);
    n := n + 1;
  end loop;
  return n;
end $$;
