-- Whether a job with these needs runs a model, which it names beside its engines.
create function runs_models(needs text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(needs) need where need like 'model:%')
$$;
