-- Renews leases; returns the jobs still held. A job that is missing was lost or canceled: its worker must stop it.
create function job_heartbeat(ids text[], attempts int[], lease interval) returns setof text language sql as $$
  update jobs j set lease_until = clock_timestamp() + lease
    from unnest(ids, attempts) as held (id, attempt)
    where j.id = held.id and j.attempt = held.attempt and j.status = 'processing'
    returning j.id
$$;
