-- Returns jobs that were claimed as they were started, in the form in which job_claim returns them.
create function job_claimed(ids text[])
returns table (id text, workspace_id text, type text, attempt int, options jsonb, secret bytea, run_id text,
  inputs json, runs_models boolean, waited float8, trace text, is_preview boolean)
language sql as $$
  select j.id, j.workspace_id, j.type, j.attempt, j.options, j.secret, j.run_id,
      (select json_agg(json_build_object('index', i.index, 'filename', a.filename, 'format', a.format, 'size', a.size,
          'sha256', a.sha256, 'storageKey', a.storage_key) order by i.index)
        from job_inputs i join artifacts a on a.id = i.artifact_id where i.job_id = j.id), false, 0, j.trace, false
    from jobs j where j.id = any (ids)
$$;
