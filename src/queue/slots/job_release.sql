-- Gives the workspace's oldest waiting job a slot, if one is free. Where jobs that run models have all the slots they may take, the
-- oldest of the others gets it. The caller holds the workspace's lock.
create function job_release(ws text) returns boolean language plpgsql as $$
declare
  oldest record;
  tag bigint;
begin
  select id, needs into oldest from jobs where workspace_id = ws and status = 'queued' and vtag is null
    order by seq limit 1;
  if not found then
    return false;
  end if;
  tag := job_slot(ws, oldest.needs);
  if tag is null and runs_models(oldest.needs) then
    select id, needs into oldest from jobs
      where workspace_id = ws and status = 'queued' and vtag is null and not runs_models(needs)
      order by seq limit 1;
    if found then
      tag := job_slot(ws, oldest.needs);
    end if;
  end if;
  if tag is null then
    return false;
  end if;
  update jobs set vtag = tag where id = oldest.id;
  perform pg_notify('job_released', '');
  return true;
end $$;
