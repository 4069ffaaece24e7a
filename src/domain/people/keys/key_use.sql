-- Finds a key with its workspace and plan, and counts one request of its window, in one round trip. Returns no row if the key is
-- unknown, revoked or expired, or its workspace is deleted.
create function key_use(digest bytea, window_seconds int)
returns table (key_id text, workspace_id text, scopes text[], plan json, used int, allowed boolean,
  resets_at timestamptz)
language plpgsql as $$
declare
  found_key record;
  starts timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  spent int;
begin
  select k.id, k.workspace_id, k.scopes, k.last_used_at, p as plan into found_key
    from api_keys k join workspaces w on w.id = k.workspace_id join plans p on p.id = w.plan_id
    where k.hash = digest and k.revoked_at is null and w.deleted_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp());
  if not found then
    return;
  end if;
  insert into rate_windows as r (key_id, started_at, used) values (found_key.id, starts, 1)
    on conflict on constraint rate_windows_pkey do update
      set used = case when r.started_at = starts then r.used + 1 else 1 end, started_at = starts
      where r.started_at <> starts or r.used < (found_key.plan).requests_per_window
    returning r.used into spent;
  if found_key.last_used_at is null or found_key.last_used_at < clock_timestamp() - interval '1 minute' then
    update api_keys set last_used_at = clock_timestamp() where id = found_key.id;
  end if;
  return query select found_key.id, found_key.workspace_id, found_key.scopes, to_json(found_key.plan),
    coalesce(spent, (found_key.plan).requests_per_window), spent is not null,
    starts + make_interval(secs => window_seconds);
end $$;
