-- Whether a job with these needs runs a model, which it names beside its engines. One expression, which the server puts in the
-- place of the call; a function that is called takes longer than what it finds out.
create function runs_models(needs text[]) returns boolean language sql stable as $$
  select ' ' || array_to_string(needs, ' ') like '% model:%'
$$;
