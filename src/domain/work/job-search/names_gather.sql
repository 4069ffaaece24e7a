-- Makes a stretch of the names of the next `size` jobs of a workspace, once no more jobs can appear among them. Returns whether
-- there were as many. Deletes stretches whose jobs are gone.
create function names_gather(ws text, size int, settled interval) returns boolean language plpgsql as $$
declare
  since timestamptz;
  upto timestamptz;
  oldest timestamptz;
begin
  oldest := least(
    (select created_at from jobs where workspace_id = ws and source = 'api' and deleted_at is null order by created_at limit 1),
    (select created_at from jobs where workspace_id = ws and source <> 'api' and deleted_at is null order by created_at limit 1));
  -- This includes stretches that lie ahead of a clock that was set back, because jobs are created there again.
  delete from name_stretches where workspace_id = ws
    and (to_at < coalesce(oldest, 'infinity') or to_at > now() - settled);
  since := coalesce((select max(to_at) from name_stretches where workspace_id = ws), '-infinity');
  upto := (select created_at from (
      (select created_at from jobs where workspace_id = ws and source = 'api' and deleted_at is null
        and created_at > since order by created_at limit size)
      union all
      (select created_at from jobs where workspace_id = ws and source <> 'api' and deleted_at is null
        and created_at > since order by created_at limit size)) next
    order by created_at offset size - 1 limit 1);
  if upto is null or upto > now() - settled then
    return false;
  end if;
  insert into name_stretches (workspace_id, from_at, to_at, pieces)
    select ws, since, upto, name_pieces(ws, names, 1) || name_pieces(ws, names, 2) || name_pieces(ws, names, 3)
    from (select coalesce(array_agg(distinct i.filename), '{}') as names from (
        select id from jobs where workspace_id = ws and source = 'api' and deleted_at is null
          and created_at > since and created_at <= upto
        union all
        select id from jobs where workspace_id = ws and source <> 'api' and deleted_at is null
          and created_at > since and created_at <= upto) j
      join job_inputs i on i.job_id = j.id) told
    -- Another process may have made the same stretch.
    on conflict (workspace_id, to_at) do nothing;
  return true;
end $$;
