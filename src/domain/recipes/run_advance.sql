-- Goes on after a step has completed, in its transaction: a crash neither loses nor repeats a step. `next` is
-- { id, needs } or { refused, diagnosticId } where the next step does not take what this one made; null after the last.
create function run_advance(run text, done_index int, next jsonb, output text) returns void language plpgsql as $$
begin
  if (select status from recipe_runs where id = run for no key update) <> 'active' then
    return;
  end if;
  if next is null then
    perform run_end(run, 'completed');
  elsif next ? 'refused' then
    update run_steps set failure_reason = next->>'refused', diagnostic_id = (next->>'diagnosticId')::uuid, secret = null
      where run_id = run and index = done_index + 1;
    perform run_return(run, done_index + 1);
    perform run_end(run, 'failed');
  else
    perform run_queue(run, done_index + 1, next, output);
  end if;
end $$;
