-- Gives an artifact that was uploaded by itself, at its first use, the retention of a result. Its bytes can no longer be
-- replaced. Other artifacts stay as they are. A file that was sent together with a run is kept as long as the run's files.
create function artifact_use(ws text, artifact text) returns void language plpgsql as $$
declare
  holder text := 'job_' || substr(artifact, 5);
  until timestamptz;
begin
  select clock_timestamp() + kept_for(p.retention_seconds, (select retention_hours from jobs where id = holder)) into until
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  update jobs set status = 'completed', expires_at = greatest(expires_at, until)
    where id = holder and workspace_id = ws and source = 'upload' and status = 'pending';
  if found then
    update artifacts set expires_at = greatest(expires_at, until) where id = artifact;
  end if;
end $$;
