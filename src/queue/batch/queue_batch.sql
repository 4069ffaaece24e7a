-- All that one process has to say to the queue, in one transaction: of jobs that are done what job_complete takes, of new ones
-- what job_submit takes, of those that begin what job_begin takes, and what it can take on. A job that nothing waits before is
-- taken on as it comes. Returns what came of each, the jobs it has now, and whether released jobs are left. Lock order: the
-- workspaces' rows by their ids, then the jobs by theirs, then the counters of storage, then everything else.
create function queue_batch(ends jsonb, submissions jsonb, claim jsonb, starts jsonb default '[]')
returns table (ended jsonb, submitted jsonb, claimed json, more boolean, started jsonb) language plpgsql as $$
declare
  word jsonb;
  said jsonb;
  places int := coalesce((claim->>'most')::int, 0);
  -- The version before asks for none.
  guests int := coalesce((claim->>'guests')::int, 0);
  guests_with_models int := coalesce((claim->>'guests_with_models')::int, 0);
  idle boolean;
  outcome text;
  begun text[] := '{}';
  -- Arrays, because what joins a list with a table reads all of a table that is not large.
  owners text[] := array(select distinct each->>'workspace_id' from jsonb_array_elements(ends || submissions || starts) each);
  held text[];
  shards int[];
begin
  perform 1 from workspaces where id = any (owners) order by id for no key update;
  -- One job locks them in this order by itself. Of several, the second's row would come after the first's counter, while an
  -- upload, an erasure or an expiry that holds the row waits for the counter.
  if jsonb_array_length(ends) + jsonb_array_length(submissions) + jsonb_array_length(starts) > 1 then
    held := array(select each->>'id' from jsonb_array_elements(ends || starts) each);
    perform 1 from jobs where id = any (held) order by id for no key update;
    shards := array(select storage_shard(coalesce(each->'job'->>'id', each->>'id'))
      from jsonb_array_elements(ends || submissions || starts) each);
    -- A few more of another workspace do no harm.
    perform 1 from storage_counters where workspace_id = any (owners) and shard = any (shards)
      order by workspace_id, shard for no key update;
  end if;
  ended := '[]';
  for word in select jsonb_array_elements(ends) loop
    if word ? 'trace' then
      perform set_config('filemill.trace', word->>'trace', true);
    end if;
    ended := ended || to_jsonb(job_complete(word->>'workspace_id', word->>'id', (word->>'attempt')::int, word->'result',
      nullif(word->'next', 'null')));
  end loop;
  submitted := '[]';
  idle := not exists (select from jobs where status = 'queued' and vtag is not null and run_at <= clock_timestamp());
  for word in select jsonb_array_elements(submissions) loop
    if word ? 'trace' then
      perform set_config('filemill.trace', word->>'trace', true);
    end if;
    said := job_submit(word, case when idle and places > 0 then claim end);
    submitted := submitted || said;
    if (said->>'claimed')::boolean then
      places := places - 1;
    elsif said->>'outcome' = 'started' then
      idle := false;
    end if;
  end loop;
  started := '[]';
  for word in select jsonb_array_elements(starts) loop
    if word ? 'trace' then
      perform set_config('filemill.trace', word->>'trace', true);
    end if;
    outcome := job_begin(word->>'workspace_id', word->>'id', case when idle and places > 0 then claim end);
    if outcome = 'claimed' then
      places := places - 1;
      begun := begun || (word->>'id');
    elsif outcome = 'started' then
      idle := false;
    end if;
    started := started || (select jsonb_build_object('outcome', case outcome when 'claimed' then 'started' else outcome end,
        'version', j.version, 'claimed', outcome = 'claimed', 'queued_at', j.queued_at, 'credits', j.credits)
      from (select word->>'id' as id) named left join jobs j on j.id = named.id);
  end loop;
  if begun <> '{}' then
    claimed := (select json_agg(c) from job_claimed(begun) c);
  end if;
  if not idle and places + (claim->>'most_with_models')::int + guests + guests_with_models > 0 then
    claimed := (select json_agg(c) from (select * from job_claimed(begun) union all select * from job_claim(claim->>'worker', places,
      make_interval(secs => (claim->>'lease_seconds')::float8), array(select jsonb_array_elements_text(claim->'engines')),
      (claim->>'most_with_models')::int, array(select jsonb_array_elements_text(claim->'models')), guests,
      guests_with_models)) c);
  end if;
  more := not idle and exists (select from jobs where status = 'queued' and vtag is not null
    and run_at <= clock_timestamp());
  if more and (submissions <> '[]' or starts <> '[]') then
    perform pg_notify('job_released', coalesce(claim->>'worker', ''));
  end if;
  return next;
end $$;
