-- Notifies the requests that wait for a job, or for its run, that the job changed. The notification has the job's state, so
-- that a caller who waits for the end need not read the job at every change.
create function job_changed(job text) returns void language sql as $$
  select pg_notify('job_changed', job || ' ' || coalesce(j.status, '')),
      case when j.run_id is not null then pg_notify('job_changed', j.run_id || ' running') end
    from (select job as id) named left join jobs j on j.id = named.id
$$;
