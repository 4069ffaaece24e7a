-- A start that tells what has become of the job, for the statement that has just read it.
create function job_started(ws text, job text) returns table (outcome text, queued_now timestamptz, version_now int)
language plpgsql as $$
declare
  said text := job_start(ws, job);
begin
  return query select said, j.queued_at, j.version from jobs j where j.id = job;
end $$;
