-- Notes that outputs of a job with delete_after_download were downloaded completely. Once all outputs of the job have been, or all
-- files of the result of its run, the files of the job or of the whole run expire at once. Returns whether they do.
create function outputs_downloaded(ids text[]) returns boolean language plpgsql as $$
declare
  done record;
  results text[];
  over text[];
begin
  -- The lock makes parallel downloads of the last two outputs see each other.
  select j.id, j.run_id into done from jobs j
    where j.id = (select job_id from artifacts where id = ids[1] and role = 'output')
      and j.delete_after_download and j.status = 'completed' for no key update;
  if not found then
    return false;
  end if;
  -- The result of a run may be the files of several jobs.
  perform 1 from recipe_runs where id = done.run_id for no key update;
  update artifacts set downloaded_at = clock_timestamp()
    where id = any (ids) and downloaded_at is null
      and (job_id = done.id or job_id in (select j.id from jobs j where j.run_id = done.run_id));
  results := case when done.run_id is null then array[done.id]
    else array(select job_id from run_result_jobs(done.run_id) where exists
      (select from recipe_runs where id = done.run_id and status = 'completed')) end;
  if done.id <> all (results)
      or exists (select from artifacts where job_id = any (results) and role = 'output' and downloaded_at is null) then
    return false;
  end if;
  -- The input of a run belongs to it only if it was sent in the same request.
  over := array(select j.id from jobs j where j.id = done.id or j.run_id = done.run_id
    or (j.source = 'upload' and j.delete_after_download
      and j.id = (select 'job_' || substr(r.input_artifact_id, 5) from recipe_runs r where r.id = done.run_id)));
  update jobs set expires_at = clock_timestamp() where id = any (over);
  update artifacts set expires_at = clock_timestamp() where job_id = any (over);
  return true;
end $$;
