-- Deletes the expired artifacts of jobs that have ended. Returns the keys of the files that the storage may now remove.
create function artifacts_expire(most int) returns setof text language sql as $$
  delete from artifacts where id in (
    select a.id from artifacts a join jobs j on j.id = a.job_id
      where a.expires_at < clock_timestamp() and j.status in ('expired', 'failed', 'canceled')
        -- Another job that took the artifact as its input may still read it.
        and not exists (select from job_inputs i join jobs reader on reader.id = i.job_id
          where i.artifact_id = a.id and reader.id <> j.id
            and reader.status in ('pending', 'queued', 'processing'))
      order by a.expires_at limit most for no key update of a skip locked)
  returning storage_key
$$;
