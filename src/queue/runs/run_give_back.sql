-- Gives back the operation of a step of a branching run for a failure that is ours, and only once, whichever of its jobs fail.
create function run_give_back(run text, at_index int) returns void language plpgsql as $$
begin
  update run_steps set flow = flow || '{"returned": true}' where run_id = run and index = at_index and not flow ? 'returned';
  if found then
    perform run_return_count(run, 1);
  end if;
end $$;
