-- The artifact that a job of source 'upload' holds: known, and told to the caller, before its bytes are there.
create function artifact_held(holder text) returns text language sql immutable as $$
  select 'art_' || substr(holder, 5)
$$;
