-- Returns whether a workspace has room for the outputs of a job, and for `beside` more bytes that are stored with them.
create function outputs_fit(ws text, plan plans, outputs jsonb, beside bigint) returns boolean language plpgsql as $$
begin
  return plan.storage_bytes is null or storage_used(ws) + beside + (select coalesce(sum((each->>'size')::bigint), 0)
    from jsonb_array_elements(outputs) each) <= plan.storage_bytes;
end $$;
