-- Completes a job that a worker holds, and frees its slot: 'completed'. 'lost' when the attempt no longer holds the job,
-- 'storage_bytes' when the workspace has no room for the outputs: nothing is changed then. `result` and `next` are what
-- job_finish takes. The caller holds the workspace's lock.
create function job_complete(ws text, job text, att int, result jsonb, next jsonb) returns text language plpgsql as $$
declare
  plan plans;
  held jobs;
begin
  select j.* into held from jobs j where j.id = job and j.attempt = att and j.status = 'processing' for no key update;
  if not found then
    return 'lost';
  end if;
  if held.source = 'preview' then
    perform preview_end(job, result->'outputs'->0);
    return 'completed';
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if not outputs_fit(ws, plan, result->'outputs', 0) then
    return 'storage_bytes';
  end if;
  perform job_finish(held, plan, result, next, false);
  perform job_release(ws);
  return 'completed';
end $$;
