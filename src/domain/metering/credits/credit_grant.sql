-- Enters credits that an operator gives, or takes back by a negative amount. Only granted credits can be taken back, not an
-- allowance. Returns no row if fewer are left than the amount.
create function credit_grant(ws text, n int, why text, who text) returns setof credit_entries language plpgsql as $$
begin
  perform 1 from workspaces where id = ws for no key update;
  perform credit_month(ws);
  if (select balance - allowance_left from credit_balances where workspace_id = ws) + n < 0 then
    return;
  end if;
  return query insert into credit_entries (id, workspace_id, kind, amount, note, created_by)
    values (new_id('led'), ws, 'grant', n, why, who) returning *;
end $$;
