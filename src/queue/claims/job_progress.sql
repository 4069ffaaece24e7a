-- Raises the progress of a running job. It never goes back within an attempt.
create function job_progress(job text, att int, percent int) returns void language sql as $$
  with moved as (
    update jobs set progress = percent, version = version + 1
      where id = job and attempt = att and status = 'processing' and progress < percent returning id
  )
  select job_changed(id) from moved
$$;
