-- Takes an idempotency key for a resource about to be made: 'new', or 'replayed' or 'conflict' with the resource that it made
-- earlier. A request that comes while another one holds the key waits for that one's end. Without a key the outcome is 'new'.
create function idempotency_claim(ws text, in_scope text, named text, print bytea, made text)
returns table (outcome text, resource text) language plpgsql as $$
begin
  if named is not null then
    insert into idempotency_keys (workspace_id, scope, key, fingerprint, resource_id)
      values (ws, in_scope, named, print, made) on conflict do nothing;
    if not found then
      return query select case when k.fingerprint = print then 'replayed' else 'conflict' end, k.resource_id
        from idempotency_keys k where k.workspace_id = ws and k.scope = in_scope and k.key = named;
      return;
    end if;
  end if;
  return query select 'new', made;
end $$;
