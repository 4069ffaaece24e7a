-- Starts every step of a branching run whose sources have ended, and ends the run after its last step. A step whose source failed
-- is skipped, the other branches go on. The caller holds the workspace's lock.
create function run_settle(run text) returns void language plpgsql as $$
declare
  step run_steps;
  worst text;
begin
  -- A step uses earlier steps only, so one pass in their order is enough.
  for step in select * from run_steps where run_id = run and state = 'waiting' order by index loop
    select case when bool_or(s.state in ('failed', 'broken')) then 'broken'
        when bool_or(s.state not in ('completed', 'skipped')) then 'open' end
      into worst
      from run_steps s where s.run_id = run and s.index = any (array(select jsonb_array_elements_text(step.flow->'sources')::int));
    if worst = 'broken' then
      perform run_skip(step, 'broken');
    elsif worst is null then
      perform run_start_step(step);
    end if;
  end loop;
  if exists (select from run_steps where run_id = run and state in ('waiting', 'counting', 'running', 'failing')) then
    return;
  end if;
  perform run_return_unused(run);
  perform run_end(run, case when exists (select from run_steps where run_id = run and state = 'failed')
    then 'failed' else 'completed' end);
end $$;
