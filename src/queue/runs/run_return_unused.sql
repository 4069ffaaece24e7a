-- Gives back the operations of the steps of a branching run that no job ran for.
create function run_return_unused(run text) returns void language sql as $$
  select run_return_count(run, (select count(*)::int from run_steps
    where run_id = run and job_id is null and not flow ? 'returned'))
$$;
