-- Whether a worker that is alive has all of these engines and models; where none is alive, one of those that last were. A
-- model that is there for other job types is none for this one; of engines, and of models nobody chooses, no job types are told.
create function engines_there(needs text[], job_type text) returns boolean language plpgsql as $$
begin
  return cardinality(needs) = 0 or exists (
    select from workers w where w.seen_at > (select max(seen_at) from workers) - interval '1 minute'
      and not exists (select from unnest(needs) need where not (w.engines ? need
        and (coalesce(w.facts->need->'jobTypes', '[]') = '[]' or w.facts->need->'jobTypes' ? job_type))));
end $$;
