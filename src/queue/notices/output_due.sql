-- Queues the results of a completed job, run or step of a run for the connection that `place` names, in the transaction that
-- completes it. Without a place there is nothing to do.
create function output_due(ws text, job text, run text, place jsonb, step int default null) returns void language plpgsql as $$
begin
  if place is null then
    return;
  end if;
  insert into output_deliveries (subject_id, workspace_id, job_id, run_id, step_index, connection_id, key)
    values (coalesce(run || '.' || step, run, job), ws, job, run, step, place->>'connection', place->>'key') on conflict do nothing;
  perform pg_notify('output_due', '');
end $$;
