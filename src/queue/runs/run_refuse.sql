-- Fails a step of a branching run that cannot be queued. No job failed, but the diagnostic id must lead somewhere: to the job that
-- made or holds a file of the run.
create function run_refuse(step run_steps, reason text, detail text) returns void language plpgsql as $$
declare
  diagnostic uuid := gen_random_uuid();
begin
  perform run_skip(step, 'failed');
  update run_steps set failure_reason = reason, diagnostic_id = diagnostic where run_id = step.run_id and index = step.index;
  insert into job_failures (diagnostic_id, job_id, workspace_id, attempt, reason, outcome, engines, detail)
    select diagnostic, j.id, j.workspace_id, j.attempt, reason, 'failed', j.needs, run_refuse.detail
      from (select * from jobs where run_id = step.run_id
        union all select held.* from recipe_runs r join artifacts a on a.id = r.input_artifact_id join jobs held on held.id = a.job_id
          where r.id = step.run_id) j
      order by j.step_index desc nulls last limit 1;
end $$;
