-- Counts operations in a window, all or none of them. Returns whether they were counted.
create function usage_count(ws text, which text, starts date, most int, n int) returns boolean language plpgsql as $$
begin
  if most is not null and most < n then
    return false;
  end if;
  insert into usage_counters as u (workspace_id, quota, window_start, used) values (ws, which, starts, n)
    on conflict (workspace_id, quota, window_start) do update set used = u.used + n
    where most is null or u.used + n <= most;
  return found;
end $$;
