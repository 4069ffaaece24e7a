-- Returns the quota that would refuse a job of so many bytes, or null, so that a request can be refused before its bytes are
-- sent. The final decision is made by job_submit.
create function quota_used_up(ws text, bytes bigint) returns text language plpgsql as $$
declare
  plan plans;
  today date := (now() at time zone 'UTC')::date;
begin
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  return case
    when exists (select from usage_counters where workspace_id = ws and quota = 'operations'
      and window_start = date_trunc('month', today)::date and used >= plan.operations_per_month) then 'operations'
    when exists (select from usage_counters where workspace_id = ws and quota = 'operations_daily'
      and window_start = today and used >= plan.operations_per_day) then 'operations_daily'
    when plan.storage_bytes is not null and storage_used(ws) + bytes > plan.storage_bytes then 'storage_bytes'
    when jobs_ahead(ws, plan.waiting) >= plan.waiting then 'queued_jobs'
  end;
end $$;
