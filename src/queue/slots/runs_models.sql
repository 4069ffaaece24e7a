-- Returns whether a job with these needs runs a model: needs name models beside engines. It is one expression, so that the server
-- inlines it; a call would take longer than the comparison.
create function runs_models(needs text[]) returns boolean language sql stable as $$
  select ' ' || array_to_string(needs, ' ') like '% model:%'
$$;
