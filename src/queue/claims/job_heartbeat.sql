-- Renews leases and returns the jobs that are still held. A job that is missing was lost or canceled, and its worker must stop it.
-- Jobs are locked by id, in the order in which a batch ends them.
create function job_heartbeat(ids text[], attempts int[], lease interval) returns setof text language sql as $$
  with kept as materialized (
    select j.id from jobs j join unnest(ids, attempts) as held (id, attempt) on j.id = held.id and j.attempt = held.attempt
      where j.status = 'processing' order by j.id for no key update of j
  )
  update jobs j set lease_until = clock_timestamp() + lease from kept where j.id = kept.id returning j.id
$$;
