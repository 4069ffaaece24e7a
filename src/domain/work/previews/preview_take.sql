-- Counts a preview of a conversion for a workspace whose plan limits operations. Returns the quota that is used up, or null. A day has
-- as many previews as operations, so that previews help to choose options but do not become a second, free allowance.
create function preview_take(ws text) returns text language plpgsql as $$
declare
  plan plans;
  used_up text;
begin
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if plan.operations_per_day is null and plan.operations_per_month is null then
    return null;
  end if;
  used_up := quota_used_up(ws, 0);
  if used_up in ('operations', 'operations_daily') then
    return used_up;
  end if;
  return case when not usage_count(ws, 'previews_daily', (now() at time zone 'UTC')::date,
    coalesce(plan.operations_per_day, greatest(1, plan.operations_per_month / 30)), 1) then 'previews_daily' end;
end $$;
