-- Claims due fetches for a fetcher, starting with workspaces that have few in progress. A fetch is due while nobody holds its input's
-- upload lease. The claim lasts for `patience` and then as long as that lease is renewed. Fetches of jobs that no longer wait are given up.
create function fetches_claim(most int, per_workspace int, patience interval)
returns table (job_id text, index int, workspace_id text, source bytea, named boolean, typed boolean, claim int, failures int,
  validator text, run_id text, filename text, content_type text, format text)
language plpgsql as $$
#variable_conflict use_column
declare
  left_over record;
begin
  for left_over in
    select f.job_id, f.index, f.claim from input_fetches f join jobs j on j.id = f.job_id
      where f.status = 'waiting' and f.due_at <= clock_timestamp() and (j.status <> 'pending' or j.deleted_at is not null
        or j.expires_at <= clock_timestamp())
      limit most
  loop
    perform fetch_fail(left_over.job_id, left_over.index, left_over.claim, 'input_unreachable', null, 'the job expired or was canceled',
      uuidv7());
  end loop;
  return query
    with ranked as materialized (
      select f.job_id, f.index, f.due_at, row_number() over (partition by f.workspace_id order by f.due_at) +
          (select count(*) from input_fetches busy join job_inputs b on b.job_id = busy.job_id and b.index = busy.index
            where busy.workspace_id = f.workspace_id and busy.status = 'waiting' and b.upload_lease > clock_timestamp()) as place
        from input_fetches f join job_inputs i on i.job_id = f.job_id and i.index = f.index
        where f.status = 'waiting' and f.due_at <= clock_timestamp() and coalesce(i.upload_lease < clock_timestamp(), true)
    ), next as materialized (
      select f.job_id, f.index from input_fetches f join ranked r on r.job_id = f.job_id and r.index = f.index
        where r.place <= per_workspace and f.status = 'waiting' and f.due_at <= clock_timestamp()
        order by r.place, r.due_at limit most for update of f skip locked
    )
    update input_fetches f set claim = f.claim + 1, due_at = clock_timestamp() + patience
      from next join job_inputs i on i.job_id = next.job_id and i.index = next.index
      where f.job_id = next.job_id and f.index = next.index
      returning f.job_id, f.index, f.workspace_id, f.source, f.named, f.typed, f.claim, f.failures, f.validator, f.run_id,
        i.filename, i.content_type, i.format;
end $$;
