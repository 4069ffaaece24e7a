-- Starts a job that no process takes on at once, and tells workers of it. Outcomes as of job_begin.
create function job_start(ws text, job text) returns text language plpgsql as $$
declare
  said text;
begin
  perform 1 from workspaces where id = ws for no key update;
  said := job_begin(ws, job, null);
  if said = 'started' then
    perform pg_notify('job_released', '');
  end if;
  return said;
end $$;
