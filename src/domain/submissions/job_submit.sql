-- Creates a job whose inputs are stored already and starts it, in one transaction, or finds the one an idempotency key made.
-- Outcomes: 'started', or what job_create says. What job_start refuses is raised as FM001, so that nothing is kept.
create function job_submit(job jsonb, inputs jsonb, idem_scope text, idem_key text, print bytea)
returns table (outcome text, job_id text) language plpgsql as $$
declare
  ws text := job->>'workspace_id';
  made record;
  said text;
begin
  select * into made from job_create(job, inputs, idem_scope, idem_key, print, interval '1 hour');
  if made.outcome <> 'created' then
    return query select made.outcome, made.job_id;
    return;
  end if;
  perform upload_complete(ws, made.job_id, (i->>'index')::int, null, i->>'artifact', i->>'storage_key',
      (i->>'file_size')::bigint, i->>'sha256')
    from jsonb_array_elements(inputs) i;
  said := job_start(ws, made.job_id);
  if said <> 'started' then
    raise exception '%', said using errcode = 'FM001';
  end if;
  return query select said, made.job_id;
end $$;
