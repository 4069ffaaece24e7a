-- Counts the inputs of jobs, and the files uploaded by themselves, that a workspace created within `lifetime` and neither started nor
-- used. Canceled ones count too: otherwise creating and canceling would fill the database without limit. Reads at most `most` jobs.
create function inputs_unstarted(ws text, lifetime interval, most int) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(declared_inputs), 0) from (select declared_inputs from jobs
    where workspace_id = ws and created_at > now() - lifetime and queued_at is null and status in ('pending', 'canceled')
    limit most) unstarted);
end $$;
