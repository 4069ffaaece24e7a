-- Lets the files that these jobs hold for golden files expire at once.
create function golden_files_drop(holders text[]) returns void language sql as $$
  update artifacts set expires_at = clock_timestamp() where job_id = any (holders);
  update jobs set expires_at = clock_timestamp() where id = any (holders) and source = 'check'
$$;
