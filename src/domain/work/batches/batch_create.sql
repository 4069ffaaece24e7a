-- Creates a batch with its inputs, or finds the one an idempotency key made. Its artifacts are kept as long as results from now on.
create function batch_create(batch jsonb, inputs jsonb, idem_scope text, idem_key text, print bytea, most_active int)
returns table (outcome text, batch_id text) language plpgsql as $$
declare
  ws text := batch->>'workspace_id';
  earlier record;
begin
  perform 1 from workspaces where id = ws for no key update;
  select * into earlier from idempotency_claim(ws, idem_scope, idem_key, print, batch->>'id');
  if earlier.outcome <> 'new' then
    return query select earlier.outcome, earlier.resource;
    return;
  end if;
  if (select count(*) from batches b where b.workspace_id = ws and b.status = 'active') >= most_active then
    delete from idempotency_keys k where k.workspace_id = ws and k.scope = idem_scope and k.key = idem_key;
    return query select 'too_many', null::text;
    return;
  end if;
  insert into batches (id, workspace_id, key_id, source, type, recipe_id, options, metadata, retention_hours, sealed, input_count, output)
    values (batch->>'id', ws, batch->>'key_id', batch->>'source', batch->>'type', batch->>'recipe_id', batch->'options',
      batch->'metadata', (batch->>'retention_hours')::int, (batch->>'sealed')::boolean, jsonb_array_length(inputs),
      nullif(batch->'output', 'null'));
  insert into batch_inputs (batch_id, index, artifact_id, filename, options, secret, metadata, source, place)
    select batch->>'id', (i.place - 1)::int, i.value->>'artifact_id', i.value->>'filename', i.value->'options',
      decode(i.value->>'secret', 'base64'), i.value->'metadata', decode(i.value->>'source', 'base64'), i.value->'place'
    from jsonb_array_elements(inputs) with ordinality as i (value, place);
  perform artifact_use(ws, named.id) from (select distinct i->>'artifact_id' as id from jsonb_array_elements(inputs) i) named
    where named.id is not null;
  return query select 'created', batch->>'id';
end $$;
