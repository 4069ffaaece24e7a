-- Completes a pending job with the result of an earlier one: nothing runs, and neither an operation nor a credit is counted. The files
-- stay those of the earlier job and expire with it. The caller holds the workspace's lock.
create function job_reuse(ws text, job text, same text) returns void language plpgsql as $$
declare
  until timestamptz;
begin
  update jobs j set status = 'completed', progress = 100, completed_at = clock_timestamp(), reused_from = s.id,
      engines = s.engines, warnings = s.warnings, duration_ms = 0, secret = null, version = j.version + 1,
      start_refused = null, start_refused_at = null,
      expires_at = least(s.expires_at, clock_timestamp() + kept_for(p.retention_seconds, j.retention_hours))
    from jobs s, workspaces w join plans p on p.id = w.plan_id
    where j.id = job and s.id = same and w.id = ws
    returning j.expires_at into until;
  update artifacts set expires_at = until where job_id = job and role = 'input';
  perform job_event(ws, job, 'job.completed');
  perform output_due(ws, job, null, (select j.output from jobs j where j.id = job));
  perform job_changed(job);
end $$;
