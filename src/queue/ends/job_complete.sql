-- Names the outputs, ends the job, frees its slot and goes on with its recipe, all at once: 'completed'. 'lost' when the
-- attempt no longer holds the job, 'storage_bytes' when the workspace has no room for the outputs: nothing is changed then.
-- `next` is what run_advance takes. The caller holds the workspace's lock.
create function job_complete(job text, ws text, att int, outputs jsonb, used_engines jsonb, took_ms int, next jsonb,
  warned jsonb)
returns text language plpgsql as $$
declare
  plan plans;
  until timestamptz;
  step record;
begin
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if not outputs_fit(ws, plan, outputs, 0) then
    return 'storage_bytes';
  end if;
  until := clock_timestamp() + make_interval(secs => plan.retention_seconds);
  update jobs set status = 'completed', progress = 100, completed_at = clock_timestamp(), expires_at = until,
      lease_until = null, secret = null, engines = used_engines, duration_ms = took_ms, warnings = warned, version = version + 1
    where id = job and attempt = att and status = 'processing' returning run_id, step_index, credits into step;
  if not found then
    return 'lost';
  end if;
  perform job_outputs(job, ws, outputs, until);
  if step.credits > 0 then
    perform credit_settle(ws, job, step.credits);
  end if;
  insert into events (workspace_id, job_id, type) values (ws, job, 'job.completed');
  if step.run_id is not null then
    perform run_advance(step.run_id, step.step_index, next, outputs->0->>'id');
  end if;
  perform job_release(ws);
  perform pg_notify('job_changed', job || ' completed'),
    case when step.run_id is not null then pg_notify('job_changed', step.run_id || ' running') end;
  return 'completed';
end $$;
