-- Gives back the operations of steps that will not run.
create function run_return(run text, from_index int) returns void language sql as $$
  update usage_counters u set used = u.used - left_over.n
    from recipe_runs r,
      lateral (select count(*) as n from run_steps s where s.run_id = r.id and s.index >= from_index) left_over
    where r.id = run and u.workspace_id = r.workspace_id
      and ((u.quota = 'operations_daily' and u.window_start = r.counted_on)
        or (u.quota = 'operations' and u.window_start = date_trunc('month', r.counted_on)::date))
$$;
