-- Gives a job's operation back, for failures that are ours, and only once.
create function usage_return(job text) returns void language plpgsql as $$
declare
  ws text;
  day date;
begin
  select workspace_id, counted_on into ws, day from jobs where id = job;
  if day is null then
    return;
  end if;
  update jobs set counted_on = null where id = job;
  update usage_counters set used = used - 1 where workspace_id = ws
    and ((quota = 'operations_daily' and window_start = day)
      or (quota = 'operations' and window_start = date_trunc('month', day)::date));
end $$;
