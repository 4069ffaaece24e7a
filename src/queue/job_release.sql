-- Gives the workspace's oldest waiting job a slot, if one is free. The caller holds the workspace's lock.
create function job_release(ws text) returns boolean language plpgsql as $$
declare
  oldest text := (select id from jobs where workspace_id = ws and status = 'queued' and vtag is null
    order by seq limit 1);
  tag bigint;
begin
  if oldest is null then
    return false;
  end if;
  tag := job_slot(ws);
  if tag is null then
    return false;
  end if;
  update jobs set vtag = tag where id = oldest;
  return true;
end $$;
