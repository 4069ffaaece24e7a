-- Returns the id of the artifact that a job of source 'upload' holds. Callers get this id before the bytes arrive.
create function artifact_held(holder text) returns text language sql immutable as $$
  select 'art_' || substr(holder, 5)
$$;
