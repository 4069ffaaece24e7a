-- Counts a try in each window in turn, up to the first that is full. Returns the seconds until that window opens again, or 0 if none is
-- full. Windows of addresses come before windows of accounts, so that a try stopped by its address does not count against the account.
create function sign_in_try(names text[], most int[], window_seconds int) returns int language plpgsql as $$
declare
  each record;
  window_row sign_in_windows;
begin
  for each in select * from unnest(names, most) with ordinality as given (name, most, place) order by place loop
    insert into sign_in_windows as w (name, started_at, used) values (each.name, clock_timestamp(), 1)
      on conflict (name) do update set
        used = case when w.started_at < clock_timestamp() - make_interval(secs => window_seconds) then 1
          else least(w.used, each.most) + 1 end,
        started_at = case when w.started_at < clock_timestamp() - make_interval(secs => window_seconds)
          then clock_timestamp() else w.started_at end
      returning * into window_row;
    if window_row.used > each.most then
      return greatest(1, ceil(window_seconds - extract(epoch from clock_timestamp() - window_row.started_at)));
    end if;
  end loop;
  return 0;
end $$;
