-- Gives released jobs, with their inputs, to a worker, in the order of their tags and only those whose engines it has. Jobs that
-- run models have places of their own, so that others never wait behind them; `models` are those that fit into its memory.
-- `guests` are further places, for workspaces that have no job of that kind running on the worker: however long the jobs of one
-- workspace take, another workspace's job begins at once. A preview is claimed only if a place stays free, one at a time.
create function job_claim(worker text, most int, lease interval, have text[], most_with_models int, models text[],
  guests int, guests_with_models int)
returns table (id text, workspace_id text, type text, attempt int, options jsonb, secret bytea, run_id text,
  inputs json, runs_models boolean, waited float8, trace text, is_preview boolean)
-- Walking an index in the order of tags finds the first jobs; left alone, the server would read all released jobs and sort them.
language plpgsql set enable_sort = off as $$
declare
  chosen text[] := '{}';
  plain int;
  busy text[];
begin
  if most > 0 then
    chosen := array(select j.id from jobs j
      where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp() and j.needs <@ have
        and j.vtag < preview_tag()
      order by j.vtag, j.seq limit most for no key update skip locked);
  end if;
  if guests > 0 and cardinality(chosen) = most then
    busy := array(select j.workspace_id from jobs j
        where j.status = 'processing' and j.worker_id = worker and not runs_models(j.needs)
          and j.source <> 'preview')
      || array(select j.workspace_id from jobs j where j.id = any (chosen));
    chosen := chosen || array(select j.id from jobs j
      where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp() and j.needs <@ have
        and j.workspace_id <> all (busy) and j.vtag < preview_tag()
      order by j.vtag, j.seq limit guests for no key update skip locked);
  end if;
  if cardinality(chosen) < most then
    chosen := chosen || array(select j.id from jobs j
      where j.status = 'queued' and j.vtag >= preview_tag() and j.run_at <= clock_timestamp() and j.needs <@ have
        and not exists (select from jobs r where r.status = 'processing' and r.worker_id = worker and r.source = 'preview')
      order by j.vtag, j.seq limit 1 for no key update skip locked);
  end if;
  plain := cardinality(chosen);
  if most_with_models > 0 then
    chosen := chosen || array(select j.id from jobs j
      where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp()
        and j.needs && models and j.needs <@ (have || models)
      order by j.vtag, j.seq limit most_with_models for no key update skip locked);
  end if;
  if guests_with_models > 0 and cardinality(chosen) - plain = most_with_models then
    busy := array(select j.workspace_id from jobs j
        where j.status = 'processing' and j.worker_id = worker and runs_models(j.needs))
      || array(select j.workspace_id from jobs j where j.id = any (chosen[plain + 1:]));
    chosen := chosen || array(select j.id from jobs j
      where j.status = 'queued' and j.vtag is not null and j.run_at <= clock_timestamp()
        and j.needs && models and j.needs <@ (have || models) and j.workspace_id <> all (busy)
      order by j.vtag, j.seq limit guests_with_models for no key update skip locked);
  end if;
  if cardinality(chosen) = 0 then
    return;
  end if;
  return query
    with taken as (
      update jobs j set status = 'processing', attempt = j.attempt + 1, worker_id = worker, progress = 0,
          lease_until = clock_timestamp() + lease, started_at = clock_timestamp(), version = j.version + 1
        where j.id = any (chosen)
        returning j.id, j.workspace_id, j.type, j.attempt, j.options, j.secret, j.run_id, j.vtag, j.source,
          array_position(chosen, j.id) > plain as runs_models,
          extract(epoch from j.started_at - j.queued_at)::float8 as waited, j.trace
    ), told as (
      insert into events (workspace_id, job_id, type)
        select taken.workspace_id, taken.id, 'job.started' from taken
          where taken.attempt = 1 and taken.source not in ('preview', 'check')
    )
    select taken.id, taken.workspace_id, taken.type, taken.attempt, taken.options, taken.secret, taken.run_id,
        (select json_agg(json_build_object('index', i.index, 'filename', a.filename, 'format', a.format, 'size', a.size,
            'sha256', a.sha256, 'storageKey', a.storage_key) order by i.index)
          from job_inputs i join artifacts a on a.id = i.artifact_id where i.job_id = taken.id),
        taken.runs_models, taken.waited, taken.trace, taken.source = 'preview'
      from taken,
        lateral (select pg_notify('job_changed', taken.id || ' processing'),
          case when taken.run_id is not null then pg_notify('job_changed', taken.run_id || ' running') end,
          (select setval('vclock', taken.vtag) from vclock
            where taken.vtag > last_value and taken.source <> 'preview')) noted
      order by taken.vtag;
end $$;
