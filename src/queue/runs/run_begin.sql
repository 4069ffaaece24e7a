-- Begins a run whose input is stored. `first` is { id, needs } of the first job of a recipe without branches.
create function run_begin(run text, first jsonb) returns void language plpgsql as $$
begin
  if exists (select from run_steps where run_id = run and flow is not null) then
    perform run_settle(run);
  else
    perform run_queue(run, 0, first, array[(select input_artifact_id from recipe_runs where id = run)]);
    update run_steps set secret = null where run_id = run and index = 0;
  end if;
end $$;
