-- Keeps a stored file and starts a run on it, in one transaction, or finds the run an idempotency key made. The outcomes are
-- those of run_create. Outcomes after the file was kept are raised as FM001, with the run's id if there is one.
create function run_submit(run jsonb, steps jsonb, first jsonb, holder jsonb, input jsonb, idem_scope text, idem_key text,
  print bytea)
returns table (outcome text, run_id text) language plpgsql as $$
declare
  ws text := run->>'workspace_id';
  said record;
begin
  return query select case when k.fingerprint = print then 'replayed' else 'conflict' end, k.resource_id
    from idempotency_keys k where k.workspace_id = ws and k.scope = idem_scope and k.key = idem_key;
  if found then
    return;
  end if;
  select * into said from job_create(holder, jsonb_build_array(input), null, null, null, interval '1 hour');
  if said.outcome <> 'created' then
    return query select said.outcome, null::text;
    return;
  end if;
  -- The workspace's row is locked before the artifact is written, which locks a storage counter: a batch locks in this order.
  perform 1 from workspaces where id = ws for no key update;
  perform upload_complete(ws, holder->>'id', 0, null, run->>'input_artifact_id', input->>'storage_key',
    (input->>'file_size')::bigint, input->>'sha256', decode(input->>'content', 'base64'));
  select * into said from run_create(run, steps, first, idem_scope, idem_key, print);
  if said.outcome <> 'created' then
    raise exception '%', concat_ws(' ', said.outcome, said.run_id) using errcode = 'FM001';
  end if;
  return query select said.outcome, said.run_id;
end $$;
