-- Starts a job that is to start by itself, if all its inputs are there, and wakes workers. Where a quota refuses, the job stays
-- pending and says why. The caller holds the workspace's lock and has changed the job's inputs in the same transaction.
create function job_auto_start(ws text, job text) returns void language plpgsql as $$
declare
  outcome text;
begin
  outcome := job_begin(ws, job, null, true);
  if outcome = 'started' then
    perform pg_notify('job_released', '');
  elsif outcome not in ('reused', 'incomplete', 'already', 'ended', 'gone') then
    update jobs set start_refused = outcome, start_refused_at = clock_timestamp(), version = version + 1 where id = job;
    perform pg_notify('job_changed', job || ' pending');
  end if;
end $$;
