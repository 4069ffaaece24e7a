-- Records an attempt and what follows from it. `outcome` is 'delivered', 'failed' (tried again after `wait`, or never if that is
-- null) or 'gone'. Only the last `kept` attempts are kept, because a delivery can be sent again any number of times. Returns
-- 'paused' or 'disabled' if that became of the webhook, and 'lost' if the claim no longer holds.
create function delivery_record(hook text, event uuid, held int, outcome text, began timestamptz, took_ms int,
  answered int, answer_text text, problem text, wait interval, pause_after interval, signature_sent text,
  kept int default 50)
returns text language plpgsql as $$
declare
  again timestamptz := case when outcome = 'failed' then clock_timestamp() + wait end;
  now_is timestamptz := clock_timestamp();
  done deliveries;
  failing timestamptz;
  is_callback boolean;
begin
  select failing_since, callbacks into failing, is_callback from webhooks where id = hook for no key update;
  update deliveries set attempts = attempts + 1, lease_until = null, due_at = coalesce(again, now_is),
      failures = failures + (outcome <> 'delivered')::int,
      status = case when outcome = 'delivered' then 'delivered' when again is null then 'failed' else 'pending' end,
      ended_at = case when again is null then now_is end
    where webhook_id = hook and event_id = event and claim = held and lease_until is not null
    returning * into done;
  if not found then
    return 'lost';
  end if;
  insert into delivery_attempts (webhook_id, event_id, number, at, duration_ms, status, answer, error, next_at, signature)
    values (hook, event, done.attempts, began, took_ms, answered, answer_text, problem, again, signature_sent);
  delete from delivery_attempts where webhook_id = hook and event_id = event and number <= done.attempts - kept;
  -- Later events of the same job wait for the one quick retry, and no longer.
  update deliveries set due_at = case when done.failures = 1 then coalesce(again, now_is) else now_is end
    where line = done.line and position > done.position
      and status = 'pending' and attempts = 0 and lease_until is null;
  -- Callbacks lead to many addresses: one that fails says nothing about the others.
  if is_callback then
    return null;
  elsif outcome = 'delivered' then
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
