-- Returns how many operations a job counts as: one, or none if it was free or its operation was given back. A step of a branching recipe is one
-- operation, however many jobs it has, and its first job has it.
create function job_operations(job jobs) returns int language sql stable as $$
  select (job.counted_on is not null or exists (select from run_steps s
    where s.run_id = job.run_id and s.index = job.step_index and s.job_id = job.id and s.flow is not null
      and not s.flow ? 'returned'))::int
$$;
