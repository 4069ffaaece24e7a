-- Puts a job back into the queue when its worker shuts down. The attempt does not count as a failure.
create function job_hand_back(job text, att int) returns boolean language plpgsql as $$
begin
  update jobs set status = 'queued', lease_until = null, worker_id = null, progress = 0, version = version + 1,
      run_at = clock_timestamp()
    where id = job and attempt = att and status = 'processing';
  if not found then
    return false;
  end if;
  perform pg_notify('job_released', '');
  perform job_changed(job);
  return true;
end $$;
