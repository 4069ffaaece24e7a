-- Returns the tag of the first preview. Those of all other jobs are lower, so these are claimed before any preview.
create function preview_tag() returns bigint language sql immutable as $$
  select 9000000000000000
$$;
