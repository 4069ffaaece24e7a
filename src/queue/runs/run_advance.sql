-- Continues a run after a step has completed, in the step's transaction: a crash neither loses nor repeats a step. `next` is null
-- after the last step, and otherwise { id, needs, diagnosticId } of the next one, with { refused } if that does not take what this
-- one made. The next step is also refused if it costs credits and none is left.
create function run_advance(run text, done_index int, next jsonb, output text) returns void language plpgsql as $$
declare
  ws text;
  state text;
  refused text := next->>'refused';
begin
  select workspace_id, status into ws, state from recipe_runs where id = run for no key update;
  if state <> 'active' then
    return;
  end if;
  perform run_deliver_step(run, done_index);
  if next is null then
    perform run_end(run, 'completed');
    return;
  end if;
  if refused is null and (select metered from run_steps where run_id = run and index = done_index + 1)
      and not credit_reserve(ws, next->>'id', 1) then
    refused := 'limit_exceeded';
  end if;
  if refused is null then
    perform run_queue(run, done_index + 1, next, array[output]);
    update run_steps set secret = null where run_id = run and index = done_index + 1;
    return;
  end if;
  update run_steps set failure_reason = refused, diagnostic_id = (next->>'diagnosticId')::uuid, secret = null
    where run_id = run and index = done_index + 1;
  -- No job failed, but the diagnostic id must lead somewhere.
  insert into job_failures (diagnostic_id, job_id, workspace_id, attempt, reason, outcome, engines, detail)
    select (next->>'diagnosticId')::uuid, id, ws, attempt, refused, 'failed', needs,
        case refused when 'limit_exceeded' then 'no credits are left for the next step of the run'
          else 'the next step of the run does not take what this one made' end
      from jobs where run_id = run and step_index = done_index;
  perform run_return(run, done_index + 1);
  perform run_end(run, 'failed');
end $$;
