-- Claims due deliveries for a deliverer. Those whose webhook has the fewest under way come first, and no webhook has more than
-- `cap` under way (`failing_cap` while it fails). An event waits for the earlier ones of its job until they were tried twice.
create function deliveries_claim(most int, cap int, failing_cap int, lease interval)
returns table (webhook_id text, event_id uuid, claim int, failures int, url text, secret bytea, old_secret bytea)
language plpgsql as $$
#variable_conflict use_column
declare
  hook record;
  free int;
  taken int;
begin
  for hook in
    select w.id, w.url, w.secret, case when w.old_secret_until > clock_timestamp() then w.old_secret end as old_secret,
        case when w.failing_since is null then cap else failing_cap end as cap
      from webhooks w
      where w.status = 'active' and exists (select from deliveries d where d.webhook_id = w.id
        and d.status = 'pending' and d.due_at <= clock_timestamp())
      order by (select count(*) from deliveries d where d.webhook_id = w.id and d.lease_until > clock_timestamp())
      for no key update skip locked
  loop
    exit when most <= 0;
    -- Deliveries are counted again under the lock, so that the cap is exact.
    free := hook.cap - (select count(*) from deliveries d
      where d.webhook_id = hook.id and d.lease_until > clock_timestamp());
    continue when free <= 0;
    return query
      with next as materialized (
        select d.event_id from deliveries d
          where d.webhook_id = hook.id and d.status = 'pending' and d.due_at <= clock_timestamp()
            and not exists (select from deliveries earlier
              where earlier.line = d.line and earlier.position < d.position
              and earlier.status = 'pending' and (earlier.attempts = 0 or earlier.failures = 1))
          order by d.due_at, d.position limit least(free, most) for no key update skip locked
      )
      update deliveries d set claim = d.claim + 1, lease_until = clock_timestamp() + lease,
          due_at = clock_timestamp() + lease
        from next where d.webhook_id = hook.id and d.event_id = next.event_id
        returning d.webhook_id, d.event_id, d.claim, d.failures, coalesce(d.url, hook.url), hook.secret, hook.old_secret;
    get diagnostics taken = row_count;
    most := most - taken;
  end loop;
end $$;
