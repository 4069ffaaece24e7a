-- Events get their place after they are committed, one publisher at a time: whoever has read up to a place has missed
-- nothing before it, however late a transaction commits. docs/decisions/0006-events-in-order.md tells why.
create sequence event_positions;
alter table events
  drop column xid,
  drop constraint events_pkey,
  alter column id set default uuidv7(),
  add primary key (id),
  -- Null until it is published.
  add column position bigint,
  -- What callers and webhooks are told, fixed when it is first asked for: the same on every attempt.
  add column body text;
drop index events_workspace;
create index events_unpublished on events (seq) where position is null;
create unique index events_published on events (workspace_id, position) where position is not null;
create index events_job on events (job_id) where job_id is not null;
create index events_run on events (run_id) where run_id is not null;

create table webhooks (
  id text primary key,
  workspace_id text not null references workspaces,
  url text not null,
  -- The types it is told of; null: all.
  events text[],
  description text not null,
  -- To one that is paused deliveries wait; for one that is disabled none are made.
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  paused_reason text check (paused_reason in ('by_hand', 'failing', 'gone')),
  -- Sealed. Both sign until the old one's time is over.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_workspace on webhooks (workspace_id);

-- One row per event and webhook. Lock order: the webhook's row, then its deliveries.
create table deliveries (
  webhook_id text not null references webhooks on delete cascade,
  event_id uuid not null references events on delete cascade,
  -- The webhook and the job or run whose events it is told in order. One column, so that no other index seems as good.
  line text not null,
  position bigint not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Failed attempts since it was made or last asked for by hand: the place in the schedule.
  failures int not null default 0,
  -- While an attempt is under way, the time its lease ends: a deliverer that died holds nothing for ever.
  due_at timestamptz not null,
  lease_until timestamptz,
  -- The fencing token: grows with every claim.
  claim int not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (webhook_id, event_id)
);
create index deliveries_due on deliveries (webhook_id, due_at, position) where status = 'pending';
create index deliveries_in_line on deliveries (line, position) where status = 'pending';
create index deliveries_leased on deliveries (webhook_id) where lease_until is not null;
create index deliveries_event on deliveries (event_id);

create table delivery_attempts (
  webhook_id text not null,
  event_id uuid not null,
  number int not null,
  at timestamptz not null,
  duration_ms int not null,
  -- What was answered, if anything was.
  status int,
  answer text,
  error text,
  next_at timestamptz,
  primary key (webhook_id, event_id, number),
  foreign key (webhook_id, event_id) references deliveries on delete cascade
);

-- Gives committed events their place, and makes a delivery of each for every webhook that wants it, all at once: neither
-- lost nor doubled. Returns how many. While another process is at it: waits for that one, or returns 0.
create function events_publish(most int, patient boolean) returns int language plpgsql as $$
declare
  n int;
begin
  if (select seq from events where position is null order by seq limit 1) is null then
    return 0;
  elsif patient then
    perform pg_advisory_xact_lock(7107, 0);
  elsif not pg_try_advisory_xact_lock(7107, 0) then
    return 0;
  end if;
  with next as materialized (
    select id from events where position is null order by seq limit most
  ), numbered as materialized (
    select id, nextval('event_positions') as position from next
  ), placed as (
    update events e set position = numbered.position from numbered where e.id = numbered.id
      returning e.id, e.workspace_id, e.type, e.job_id, e.run_id, e.created_at, e.position
  ), queued as (
    insert into deliveries (webhook_id, event_id, line, position, due_at)
      select w.id, p.id, own.line, p.position,
          -- Not before an earlier event of the same job that has one quick retry to come.
          greatest(clock_timestamp(), (select max(d.due_at) from deliveries d
            where d.line = own.line and d.status = 'pending' and d.failures = 1))
        from placed p
          left join jobs j on j.id = p.job_id
          join webhooks w on w.workspace_id = p.workspace_id and w.status <> 'disabled'
            and (w.events is null or p.type = any (w.events)) and p.created_at >= w.created_at
          cross join lateral (select concat_ws(' ', w.id, coalesce(p.run_id, j.run_id, p.job_id)) as line) own
  )
  select count(*) into n from placed;
  return n;
end $$;

-- Hands due deliveries to a deliverer: those first whose webhook has the fewest under way, and never more than `cap` of
-- one webhook (`failing_cap` while it fails). An event waits for the earlier ones of its job until they were tried twice.
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
    -- Counted again under the lock, so that the cap is exact.
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
        returning d.webhook_id, d.event_id, d.claim, d.failures, hook.url, hook.secret, hook.old_secret;
    get diagnostics taken = row_count;
    most := most - taken;
  end loop;
end $$;

-- Logs an attempt and says what follows. `outcome` is 'delivered', 'failed' (again after `wait`, or never when that is
-- null) or 'gone'. Returns what became of the webhook ('paused', 'disabled'), 'lost' when the claim no longer holds.
create function delivery_record(hook text, event uuid, held int, outcome text, began timestamptz, took_ms int,
  answered int, answer_text text, problem text, wait interval, pause_after interval)
returns text language plpgsql as $$
declare
  again timestamptz := case when outcome = 'failed' then clock_timestamp() + wait end;
  now_is timestamptz := clock_timestamp();
  done deliveries;
  failing timestamptz;
begin
  select failing_since into failing from webhooks where id = hook for no key update;
  update deliveries set attempts = attempts + 1, lease_until = null, due_at = coalesce(again, now_is),
      failures = failures + (outcome <> 'delivered')::int,
      status = case when outcome = 'delivered' then 'delivered' when again is null then 'failed' else 'pending' end,
      ended_at = case when again is null then now_is end
    where webhook_id = hook and event_id = event and claim = held and lease_until is not null
    returning * into done;
  if not found then
    return 'lost';
  end if;
  insert into delivery_attempts (webhook_id, event_id, number, at, duration_ms, status, answer, error, next_at)
    values (hook, event, done.attempts, began, took_ms, answered, answer_text, problem, again);
  -- Later events of the same job wait for the one quick retry, and no longer.
  update deliveries set due_at = case when done.failures = 1 then coalesce(again, now_is) else now_is end
    where line = done.line and position > done.position
      and status = 'pending' and attempts = 0 and lease_until is null;
  if outcome = 'delivered' then
    update webhooks set failing_since = null where id = hook and failing_since is not null;
  elsif outcome = 'gone' then
    update webhooks set status = 'disabled', paused_reason = 'gone', updated_at = now_is where id = hook;
    return 'disabled';
  elsif failing is null then
    update webhooks set failing_since = began where id = hook;
  elsif failing < now_is - pause_after then
    update webhooks set status = 'paused', paused_reason = 'failing', updated_at = now_is
      where id = hook and status = 'active';
    return case when found then 'paused' end;
  end if;
  return null;
end $$;
