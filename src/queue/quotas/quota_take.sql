-- Counts operations of a workspace in this month and day, and reserves the first credit of a job that costs some, all or nothing.
-- Returns the key of the quota that is used up, or null when everything was taken. The caller holds the workspace's lock.
create function quota_take(ws text, plan plans, n int, metered_job text) returns text language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
  this_month date := date_trunc('month', today)::date;
begin
  -- The usual case, in one statement.
  if plan.operations_per_month is null and plan.operations_per_day is null then
    insert into usage_counters as u (workspace_id, quota, window_start, used)
      values (ws, 'operations', this_month, n), (ws, 'operations_daily', today, n)
      on conflict (workspace_id, quota, window_start) do update set used = u.used + n;
  elsif not usage_count(ws, 'operations', this_month, plan.operations_per_month, n) then
    return 'operations';
  elsif not usage_count(ws, 'operations_daily', today, plan.operations_per_day, n) then
    update usage_counters set used = used - n
      where workspace_id = ws and quota = 'operations' and window_start = this_month;
    return 'operations_daily';
  end if;
  if metered_job is not null and not credit_reserve(ws, metered_job, 1) then
    update usage_counters set used = used - n where workspace_id = ws
      and (quota, window_start) in (('operations', this_month), ('operations_daily', today));
    return 'ai_credits';
  end if;
  return null;
end $$;
