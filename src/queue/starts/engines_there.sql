-- Returns whether one live worker has all of these engines and models; where no worker is alive, whether one of the last ones had.
-- A model that is offered for other job types does not count for this one. Engines, and models that nobody chooses, are offered
-- for all job types.
create function engines_there(needs text[], job_type text) returns boolean language plpgsql as $$
begin
  return cardinality(needs) = 0 or exists (
    select from workers w where w.seen_at > (select max(seen_at) from workers) - interval '1 minute'
      and not exists (select from unnest(needs) need where not (w.engines ? need
        and (coalesce(w.facts->need->'jobTypes', '[]') = '[]' or w.facts->need->'jobTypes' ? job_type))));
end $$;
