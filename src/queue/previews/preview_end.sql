-- Ends the job of a preview, and deletes it. `output` is the picture, which is kept as long as its artifact, or null if none
-- could be made, which is remembered for an hour. The caller has found that the attempt holds the job.
create function preview_end(job text, output jsonb) returns void language plpgsql as $$
begin
  update previews set status = case when output is null then 'failed' else 'made' end, content_type = output->>'content_type',
      size = (output->>'size')::bigint, storage_key = output->>'storage_key', content = decode(output->>'content', 'base64'),
      expires_at = case when output is null then clock_timestamp() + interval '1 hour' else 'infinity' end
    where job_id = job;
  delete from jobs where id = job;
  perform pg_notify('job_changed', job || ' completed'), pg_notify('job_released', '');
end $$;
