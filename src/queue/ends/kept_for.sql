-- Returns how long the files of a job are kept after its end: the plan's retention, or the shorter time that the job asks for.
create function kept_for(plan_seconds bigint, hours int) returns interval language sql immutable as $$
  select make_interval(secs => least(plan_seconds, hours * 3600::bigint))
$$;
