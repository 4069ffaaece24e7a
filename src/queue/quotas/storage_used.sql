-- Returns the bytes that a workspace holds or has promised to hold: artifacts, and inputs declared but not yet uploaded.
create function storage_used(ws text) returns bigint language sql stable as $$
  select coalesce(sum(bytes), 0)::bigint from storage_counters where workspace_id = ws
$$;
