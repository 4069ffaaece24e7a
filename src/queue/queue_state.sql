-- Counts the jobs that wait and run, in total and for each workspace with such jobs, starting with the one that has waited longest.
create function queue_state(most_workspaces int) returns jsonb language sql stable as $$
  with by_workspace as materialized (
    select workspace_id, count(*) filter (where status = 'queued') as queued,
        count(*) filter (where status = 'queued' and vtag is not null and run_at <= now()) as released,
        count(*) filter (where status = 'processing') as processing,
        min(queued_at) filter (where status = 'queued') as oldest
      from jobs where status in ('queued', 'processing') and source <> 'preview' group by workspace_id
  ), listed as (
    select w.id, w.name, b.queued, b.processing, b.oldest from by_workspace b join workspaces w on w.id = b.workspace_id
      order by b.oldest nulls last, w.id limit most_workspaces
  )
  select jsonb_build_object('queued', coalesce(sum(queued), 0), 'released', coalesce(sum(released), 0),
      'processing', coalesce(sum(processing), 0), 'oldest', min(oldest),
      'workspaces', coalesce((select jsonb_agg(listed order by oldest nulls last, id) from listed), '[]'))
    from by_workspace
$$;
