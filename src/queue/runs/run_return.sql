-- Gives back the operations of the steps from an index on, which will not run.
create function run_return(run text, from_index int) returns void language sql as $$
  select run_return_count(run, (select count(*)::int from run_steps where run_id = run and index >= from_index))
$$;
