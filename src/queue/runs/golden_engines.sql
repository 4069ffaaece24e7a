-- Returns the versions that live workers have of these engines and models, as a text to compare with an earlier one.
create function golden_engines(engines jsonb) returns text language sql stable as $$
  select coalesce(string_agg(used.name || ' ' || coalesce(now.versions, '-'), ', ' order by used.name collate "C"), '')
    from (select distinct e->>'name' as name from jsonb_array_elements(engines) e) used
      left join lateral (
        select string_agg(distinct found.version, '/' order by found.version) as versions
          from workers w,
            lateral (select coalesce(w.engines->>used.name, w.engines->>('model:' || used.name)) as version) found
          where w.seen_at > (select max(seen_at) from workers) - interval '1 minute' and found.version is not null) now on true
$$;
