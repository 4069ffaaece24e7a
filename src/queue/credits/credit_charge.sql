-- Raises what a running job has reserved to what it costs, unless it is free, as in a check of a golden file. An attempt that repeats this reserves no more. Outcomes: 'charged',
-- 'short' (the workspace has too few credits, and nothing is changed), 'lost' (the attempt no longer holds the job).
create function credit_charge(ws text, job text, att int, cost int) returns text language plpgsql as $$
declare
  reserved int;
begin
  perform 1 from workspaces where id = ws for no key update;
  select case when metered then credits else cost end into reserved from jobs where id = job and attempt = att and status = 'processing' for no key update;
  if reserved is null then
    return 'lost';
  elsif cost <= reserved then
    return 'charged';
  elsif not credit_reserve(ws, job, cost - reserved) then
    return 'short';
  end if;
  update jobs set credits = cost, version = version + 1 where id = job;
  perform job_changed(job);
  return 'charged';
end $$;
