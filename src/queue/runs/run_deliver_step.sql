-- Queues the files of a completed step for the connection that its recipe names, in the transaction that completes it.
create function run_deliver_step(run text, at_index int) returns void language sql as $$
  select output_due(r.workspace_id, null, r.id, s.output, s.index)
    from recipe_runs r join run_steps s on s.run_id = r.id
    where r.id = run and s.index = at_index and s.output is not null
$$;
