-- Starts a step of a branching run on the files of its sources that match its conditions: one job, one for each file, or one for
-- all of them. Pages that a condition needs are counted first. A step without a matching file is skipped. One whose files do not
-- suit it fails, as does one that costs credits when none are left. The caller holds the workspace's lock.
create function run_start_step(step run_steps) returns void language plpgsql as $$
declare
  ws text := (select workspace_id from recipe_runs where id = step.run_id);
  mode text := step.flow->>'mode';
  files text[];
  formats text[];
  uncounted text[];
  bytes bigint;
  is_gone boolean;
  plan plans;
  jobs_needed int;
  ids text[] := '{}';
  refused text;
begin
  select array_agg(f.id) filter (where f.matches), array_agg(f.format) filter (where f.matches),
      array_agg(f.id) filter (where f.counts), sum(f.size) filter (where f.matches),
      bool_or((f.matches or f.counts) and f.expires_at <= clock_timestamp())
    into files, formats, uncounted, bytes, is_gone from run_step_files(step) f;
  -- Files that have expired, or were erased together with their jobs' rows, must not be left out silently.
  is_gone := coalesce(is_gone, false)
    or exists (select from jobs j where j.run_id = step.run_id and j.status = 'expired'
      and j.step_index = any (array(select jsonb_array_elements_text(step.flow->'sources')::int)))
    or (step.flow->'sources' @> '-1' and not exists (select from artifacts a join recipe_runs r on r.input_artifact_id = a.id
      where r.id = step.run_id))
    or exists (select from jsonb_array_elements(step.artifacts) given where not exists
      (select from artifacts a where a.id = given->>'id' and a.expires_at > clock_timestamp()));
  if is_gone then
    perform run_refuse(step, 'unreadable_input', 'a file that the step uses has been deleted');
    return;
  elsif uncounted is not null then
    update run_steps set state = 'counting', live = cardinality(uncounted) where run_id = step.run_id and index = step.index;
    perform run_queue(step.run_id, step.index, jsonb_build_object('id', new_id('job'), 'part', -file.n,
        'type', step.flow->'counter'->'type', 'needs', step.flow->'counter'->'needs'), array[file.id])
      from unnest(uncounted) with ordinality file (id, n);
    return;
  elsif files is null then
    perform run_skip(step, 'skipped');
    return;
  end if;
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  jobs_needed := case mode when 'each' then cardinality(files) else 1 end;
  if exists (select from unnest(formats) format where not step.flow->'needs' ? format)
      or (mode = 'one' and cardinality(files) > 1) or (mode = 'collect' and cardinality(files) < (step.flow->>'least')::int) then
    perform run_refuse(step, 'unsupported_content', 'the step does not take the files that the steps before made');
    return;
  elsif jobs_needed > (step.flow->>'most')::int
      or (mode = 'collect' and (cardinality(files) > plan.merge_files or bytes > plan.merge_bytes)) then
    perform run_refuse(step, 'limit_exceeded', 'the step has too many files, or files that are too large together');
    return;
  end if;
  for part in 1 .. jobs_needed loop
    ids := ids || case when part = 1 and step.flow ? 'reserved' then step.flow->>'reserved' else new_id('job') end;
    if step.metered and not (part = 1 and step.flow ? 'reserved') and not credit_reserve(ws, ids[part], 1) then
      perform credit_release(ws, id, 0) from unnest(ids[:part - 1]) id;
      perform run_refuse(step, 'limit_exceeded', 'no credits are left for the step');
      return;
    end if;
  end loop;
  update run_steps set state = 'running', live = jobs_needed where run_id = step.run_id and index = step.index;
  for part in 1 .. jobs_needed loop
    perform run_queue(step.run_id, step.index,
      jsonb_build_object('id', ids[part], 'part', part - 1, 'needs', step.flow->'needs'->formats[part]),
      case mode when 'each' then array[files[part]] else files end);
  end loop;
  update run_steps set secret = null where run_id = step.run_id and index = step.index;
end $$;
