-- Returns the jobs whose files are the result of a run, in their order: those of the steps that no other step uses. In a recipe
-- without branches that is the last step.
create function run_result_jobs(run text) returns table (job_id text, n bigint) language sql stable as $$
  select j.id, row_number() over (order by j.step_index, j.step_part)
    from jobs j join run_steps s on s.run_id = run and s.index = j.step_index
    where j.run_id = run and coalesce(j.step_part, 0) >= 0 and case when s.flow is null
      then s.index = (select max(index) from run_steps where run_id = run) else (s.flow->>'leaf')::boolean end
$$;
