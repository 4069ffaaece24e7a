-- Returns the credits that a workspace can still reserve, or null if its plan sets no limit.
create function credit_available(ws text) returns bigint language sql stable as $$
  select p.ai_credits_per_month + case
      when b.workspace_id is null then 0
      when b.month < date_trunc('month', now() at time zone 'UTC')::date then b.balance - b.allowance_left
      -- A smaller plan takes back nothing of what was given in this month.
      else b.balance - least(b.allowance_given, p.ai_credits_per_month)
    end
  from workspaces w join plans p on p.id = w.plan_id left join credit_balances b on b.workspace_id = w.id where w.id = ws
$$;
