-- Continues a branching run after a job of a step has completed or failed for good, in that job's transaction. A job that counted
-- and described the pages of a file leaves what it found with its step. The caller holds the workspace's lock.
create function run_part_end(run text, at_index int, job text, completed boolean) returns void language plpgsql as $$
declare
  counted jsonb;
  ended text;
begin
  if (select status from recipe_runs where id = run for no key update) <> 'active' then
    return;
  end if;
  if completed and (select step_part from jobs where id = job) < 0 then
    select jsonb_build_object(i.artifact_id, a.metadata) into counted
      from job_inputs i, artifacts a
      where i.job_id = job and i.index = 0 and i.artifact_id is not null and a.job_id = job and a.role = 'output' and a.index = 0;
  end if;
  update run_steps set live = live - 1,
      flow = case when counted is null then flow
        else jsonb_set(flow, '{facts}', coalesce(flow->'facts', '{}') || counted) end,
      state = case when not completed then 'failing' else state end
    where run_id = run and index = at_index;
  update run_steps set
      state = case state when 'counting' then 'waiting' when 'running' then 'completed' else 'failed' end
    where run_id = run and index = at_index and live = 0 returning state into ended;
  if found then
    if ended = 'completed' then
      perform run_deliver_step(run, at_index);
    end if;
    perform run_settle(run);
  end if;
end $$;
