-- Gives back `n` operations of a run. A run that checks a golden file has none.
create function run_return_count(run text, n int) returns void language sql as $$
  update usage_counters u set used = u.used - n
    from recipe_runs r
    where r.id = run and r.golden_file_id is null and u.workspace_id = r.workspace_id
      and ((u.quota = 'operations_daily' and u.window_start = r.counted_on)
        or (u.quota = 'operations' and u.window_start = date_trunc('month', r.counted_on)::date))
$$;
