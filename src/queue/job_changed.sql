-- Notifies whoever waits for a job that it changed, and what it has become, so that who waits for its end need not read
-- it each time.
create function job_changed(job text) returns void language sql as $$
  select pg_notify('job_changed', job || ' ' || coalesce((select status from jobs where id = job), ''))
$$;
