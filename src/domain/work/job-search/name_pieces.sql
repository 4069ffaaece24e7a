-- Returns the hashes of all pieces of `length` letters in names, in lower case and together with the workspace, as name_stretches
-- stores them.
create function name_pieces(ws text, names text[], length int) returns int[] language sql stable as $$
  select coalesce(array_agg(distinct hashtext(ws || substr(name, at, length))), '{}')
    from (select lower(each) as name from unnest(names) each) lowered, generate_series(1, length(name) - length + 1) at
$$;
