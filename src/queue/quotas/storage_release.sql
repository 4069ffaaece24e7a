-- Gives up what is reserved for the inputs of a job that takes no more uploads.
create function storage_release(ws text, job text) returns void language sql as $$
  with freed as (
    update job_inputs set reserved = 0 where job_id = job and reserved > 0 returning old.reserved as bytes
  )
  select storage_add(ws, job, -sum(bytes)::bigint) from freed having count(*) > 0
$$;
