-- Handles all messages that one process sends to the queue, in one transaction. `ends` has the arguments of job_complete for each
-- job that is done, `submissions` those of job_submit, `starts` those of job_begin, and `claim` says how many jobs the process could
-- claim. A new job is claimed at once if no released job waits before it. Returns the outcome of each message, the jobs that the
-- process now holds, and whether released jobs are left. Lock order: the workspaces' rows by id, then the jobs' by id, then the
-- storage counters, then everything else.
create function queue_batch(ends jsonb, submissions jsonb, claim jsonb, starts jsonb)
returns table (ended jsonb, submitted jsonb, claimed json, more boolean, started jsonb) language plpgsql as $$
declare
  message jsonb;
  answer jsonb;
  outcome text;
  free_places int := coalesce((claim->>'most')::int, 0);
  guests int := coalesce((claim->>'guests')::int, 0);
  guests_with_models int := coalesce((claim->>'guests_with_models')::int, 0);
  is_idle boolean;
  claimed_ids text[] := '{}';
  -- Arrays, because the server would read the whole of a small table in order to join it with a list.
  owners text[] := array(select distinct each->>'workspace_id' from jsonb_array_elements(ends || submissions || starts) each);
  job_ids text[];
  shards int[];
begin
  perform 1 from workspaces where id = any (owners) order by id for no key update;
  -- One job takes its locks in this order by itself. With several, the second job's row would come after the first one's storage
  -- counter, while an upload, an erasure or an expiry that holds the row waits for the counter.
  if jsonb_array_length(ends) + jsonb_array_length(submissions) + jsonb_array_length(starts) > 1 then
    job_ids := array(select each->>'id' from jsonb_array_elements(ends || starts) each);
    perform 1 from jobs where id = any (job_ids) order by id for no key update;
    shards := array(select storage_shard(coalesce(each->'job'->>'id', each->>'id'))
      from jsonb_array_elements(ends || submissions || starts) each);
    -- This may lock a few more counters than needed, of another workspace of the batch, which does no harm.
    perform 1 from storage_counters where workspace_id = any (owners) and shard = any (shards)
      order by workspace_id, shard for no key update;
  end if;
  ended := '[]';
  for message in select jsonb_array_elements(ends) loop
    if message ? 'trace' then
      perform set_config('filemill.trace', message->>'trace', true);
    end if;
    ended := ended || to_jsonb(job_complete(message->>'workspace_id', message->>'id', (message->>'attempt')::int,
      message->'result', nullif(message->'next', 'null')));
  end loop;
  submitted := '[]';
  is_idle := not exists (select from jobs where status = 'queued' and vtag < preview_tag() and run_at <= clock_timestamp());
  for message in select jsonb_array_elements(submissions) loop
    if message ? 'trace' then
      perform set_config('filemill.trace', message->>'trace', true);
    end if;
    answer := job_submit(message, case when is_idle and free_places > 0 then claim end);
    submitted := submitted || answer;
    if (answer->>'claimed')::boolean then
      free_places := free_places - 1;
    elsif answer->>'outcome' = 'started' then
      is_idle := false;
    end if;
  end loop;
  started := '[]';
  for message in select jsonb_array_elements(starts) loop
    if message ? 'trace' then
      perform set_config('filemill.trace', message->>'trace', true);
    end if;
    outcome := job_begin(message->>'workspace_id', message->>'id', case when is_idle and free_places > 0 then claim end);
    if outcome = 'claimed' then
      free_places := free_places - 1;
      claimed_ids := claimed_ids || (message->>'id');
    elsif outcome = 'started' then
      is_idle := false;
    end if;
    started := started || (select jsonb_build_object('outcome', case outcome when 'claimed' then 'started' else outcome end,
        'version', j.version, 'claimed', outcome = 'claimed', 'queued_at', j.queued_at, 'credits', j.credits)
      from (select message->>'id' as id) named left join jobs j on j.id = named.id);
  end loop;
  if claimed_ids <> '{}' then
    claimed := (select json_agg(c) from job_claimed(claimed_ids) c);
  end if;
  if (not is_idle or exists (select from jobs where status = 'queued' and vtag >= preview_tag()))
      and free_places + (claim->>'most_with_models')::int + guests + guests_with_models > 0 then
    claimed := (select json_agg(c) from (select * from job_claimed(claimed_ids)
      union all select * from job_claim(claim->>'worker', free_places,
        make_interval(secs => (claim->>'lease_seconds')::float8), array(select jsonb_array_elements_text(claim->'engines')),
        (claim->>'most_with_models')::int, array(select jsonb_array_elements_text(claim->'models')), guests,
        guests_with_models)) c);
  end if;
  more := not is_idle and exists (select from jobs where status = 'queued' and vtag < preview_tag()
    and run_at <= clock_timestamp());
  if more and (submissions <> '[]' or starts <> '[]') then
    perform pg_notify('job_released', coalesce(claim->>'worker', ''));
  end if;
  return next;
end $$;
