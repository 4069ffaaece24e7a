-- Writes the row of a new job, whatever state it begins in, and the event of one that begins in a worker's hands. Columns that are
-- not named here have their defaults.
create function job_insert(job jobs) returns void language sql as $$
  insert into jobs (id, workspace_id, key_id, source, type, status, options, secret, metadata, needs, metered, credits,
      queued_at, run_at, counted_on, expires_at, version, vtag, attempt, worker_id, started_at, lease_until,
      progress, completed_at, engines, duration_ms, warnings, retention_hours, delete_after_download, callback_url,
      reuse, reusable, output)
    values (job.id, job.workspace_id, job.key_id, job.source, job.type, job.status, job.options, job.secret, job.metadata,
      job.needs, job.metered, job.credits, job.queued_at, job.run_at, job.counted_on, job.expires_at, job.version, job.vtag,
      job.attempt, job.worker_id, job.started_at, job.lease_until, job.progress, job.completed_at, job.engines,
      job.duration_ms, job.warnings, job.retention_hours, coalesce(job.delete_after_download, false), job.callback_url,
      coalesce(job.reuse, false), coalesce(job.reusable, false), job.output);
  insert into events (workspace_id, job_id, type) select job.workspace_id, job.id, 'job.started'
    where job.started_at is not null
$$;
