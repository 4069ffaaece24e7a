-- Hands released jobs, with their inputs, to a worker in the order of their tags; only those whose engines it has. Jobs that
-- run models have places of their own, so that others never wait behind them: `models` are those that fit into its memory.
create function job_claim(worker text, most int, lease interval, have text[], most_with_models int, models text[])
returns table (id text, workspace_id text, type text, attempt int, options jsonb, secret bytea, run_id text,
  inputs json, runs_models boolean, waited float8, trace text)
language plpgsql as $$
declare
  high bigint;
begin
  return query
    with plain as materialized (
      select j.id from jobs j
        where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp() and j.needs <@ have
        order by j.vtag, j.seq limit most for no key update skip locked
    ), with_models as materialized (
      select j.id from jobs j
        where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp()
          and j.needs && models and j.needs <@ (have || models)
        order by j.vtag, j.seq limit most_with_models for no key update skip locked
    ), next as (
      select plain.id, false as runs_models from plain
      union all
      select with_models.id, true from with_models
    ), taken as (
      update jobs j set status = 'processing', attempt = j.attempt + 1, worker_id = worker, progress = 0,
          lease_until = clock_timestamp() + lease, started_at = clock_timestamp(), version = j.version + 1
        from next where j.id = next.id
        returning j.id, j.workspace_id, j.type, j.attempt, j.options, j.secret, j.run_id, j.vtag, next.runs_models,
          extract(epoch from j.started_at - j.queued_at)::float8 as waited, j.trace
    ), told as (
      insert into events (workspace_id, job_id, type)
        select taken.workspace_id, taken.id, 'job.started' from taken where taken.attempt = 1
    )
    select taken.id, taken.workspace_id, taken.type, taken.attempt, taken.options, taken.secret, taken.run_id,
        (select json_agg(json_build_object('index', i.index, 'filename', a.filename, 'format', a.format, 'size', a.size,
            'sha256', a.sha256, 'storageKey', a.storage_key) order by i.index)
          from job_inputs i join artifacts a on a.id = i.artifact_id where i.job_id = taken.id),
        taken.runs_models, taken.waited, taken.trace
      from taken, lateral job_changed(taken.id)
      order by taken.vtag;
  select max(j.vtag) into high from jobs j where j.worker_id = worker and j.status = 'processing';
  if high > (select last_value from vclock) then
    perform setval('vclock', high);
  end if;
end $$;
