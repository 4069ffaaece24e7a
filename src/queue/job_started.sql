-- Starts a job and returns what that changed. Called by the version before; processes say it in their turns now.
create function job_started(ws text, job text) returns table (outcome text, queued_now timestamptz, version_now int,
  credits_now int)
language plpgsql as $$
declare
  said text := job_start(ws, job);
begin
  return query select said, j.queued_at, j.version, j.credits from jobs j where j.id = job;
end $$;
