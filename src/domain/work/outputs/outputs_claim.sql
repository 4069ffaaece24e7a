-- Claims due deliveries of results to connections, starting with workspaces that have few in progress. A claim lasts for `lease` unless it is renewed.
-- Only callers with `with_steps` get deliveries of single steps of a run, which earlier versions do not know.
create function outputs_claim(most int, per_workspace int, lease interval, with_steps boolean default false)
returns table (subject_id text, workspace_id text, job_id text, run_id text, connection_id text, key text, claim int, failures int,
  created_at timestamptz, step_index int)
language sql as $$
  with ranked as materialized (
    select d.subject_id, d.due_at, row_number() over (partition by d.workspace_id order by d.due_at) +
        (select count(*) from output_deliveries busy where busy.workspace_id = d.workspace_id and busy.status = 'waiting'
          and busy.claimed and busy.due_at > clock_timestamp()) as place
      from output_deliveries d where d.status = 'waiting' and d.due_at <= clock_timestamp() and (with_steps or d.step_index is null)
  ), next as materialized (
    select d.subject_id from output_deliveries d join ranked r on r.subject_id = d.subject_id
      where r.place <= per_workspace and d.status = 'waiting' and d.due_at <= clock_timestamp()
      order by r.place, r.due_at limit most for update of d skip locked
  )
  update output_deliveries d set claim = d.claim + 1, claimed = true, due_at = clock_timestamp() + lease
    from next where d.subject_id = next.subject_id
    returning d.subject_id, d.workspace_id, d.job_id, d.run_id, d.connection_id, d.key, d.claim, d.failures, d.created_at, d.step_index
$$;
