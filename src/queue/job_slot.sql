-- Takes a slot of the workspace for its next job and returns the tag that goes with it; null where none is free. The caller
-- holds the workspace's lock and gives the tag to a job.
create function job_slot(ws text) returns bigint language plpgsql as $$
declare
  cap int;
  tag bigint;
begin
  select p.concurrency, greatest(w.vtime, (select last_value from vclock)) + 100000 / p.weight
    into cap, tag
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  if (select count(*) from jobs where workspace_id = ws
        and (status = 'processing' or (status = 'queued' and vtag is not null))) >= cap then
    return null;
  end if;
  update workspaces set vtime = tag where id = ws;
  perform pg_notify('job_released', '');
  return tag;
end $$;
