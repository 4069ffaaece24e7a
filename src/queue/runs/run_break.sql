-- Ends the run of a step that failed for good: the rest is skipped.
create function run_break(run text, failed_index int) returns void language plpgsql as $$
begin
  if (select status from recipe_runs where id = run for no key update) = 'active' then
    update run_steps set secret = null where run_id = run;
    perform run_return(run, failed_index + 1);
    perform run_end(run, 'failed');
  end if;
end $$;
