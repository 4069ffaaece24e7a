-- Records a fetched file as its job's input, with the name, type and format that it turned out to have. Outcomes: those of
-- upload_complete, 'lost' if the claim was lost, 'storage_bytes' if the workspace has no room, 'too_large' if the job's files are too
-- large together, 'engines' if no worker has what the format needs. A run that waits for the file begins. `needs` is null unless the engines were unknown until now.
create function fetch_complete(job text, idx int, claimed int, token uuid, artifact text, key text, bytes bigint, digest text,
  described jsonb)
returns table (outcome text, replaced text) language plpgsql as $$
declare
  ws text := (select f.workspace_id from input_fetches f where f.job_id = job and f.index = idx);
  held record;
  plan plans;
  kept record;
begin
  perform 1 from workspaces where id = ws for no key update;
  perform 1 from jobs where id = job for update;
  select f.* into held from input_fetches f where f.job_id = job and f.index = idx and f.claim = claimed and f.status = 'waiting'
    for update;
  if not found then
    return query select 'lost', null::text;
    return;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if plan.storage_bytes is not null and storage_used(ws) + bytes > plan.storage_bytes then
    return query select 'storage_bytes', null::text;
    return;
  elsif exists (select from job_inputs i where i.job_id = job and i.index <> idx)
      and (select coalesce(sum(i.file_size), 0) + bytes from job_inputs i where i.job_id = job and i.index <> idx) > plan.merge_bytes then
    return query select 'too_large', null::text;
    return;
  elsif described->'needs' <> 'null' and not engines_there(array(select jsonb_array_elements_text(described->'needs')),
      coalesce((select s.job_type from run_steps s where s.run_id = held.run_id and s.index = 0), (select j.type from jobs j where j.id = job))) then
    return query select 'engines', null::text;
    return;
  end if;
  update job_inputs set filename = described->>'filename', content_type = described->>'content_type', format = described->>'format',
    file_size = bytes where job_id = job and index = idx;
  if described->'needs' <> 'null' then
    update jobs set needs = array(select jsonb_array_elements_text(described->'needs')) where id = job and status = 'pending'
      and held.run_id is null;
  end if;
  select c.outcome, c.replaced into kept from upload_complete(ws, job, idx, token, artifact, key, bytes, digest) c;
  if kept.outcome = 'kept' then
    update input_fetches set status = 'done', source = null where job_id = job and index = idx;
    if held.run_id is not null and (select status from recipe_runs where id = held.run_id for no key update) = 'active' then
      perform artifact_use(ws, artifact_held(job));
      perform run_begin(held.run_id, jsonb_build_object('id', held.first_job, 'needs', described->'needs'));
      perform pg_notify('job_released', '');
    end if;
  end if;
  return query select kept.outcome, kept.replaced;
end $$;
