-- Takes a slot of the workspace for its next job and returns the tag that orders it; null if none is free. The caller holds
-- the workspace's lock, gives the tag to a job and wakes workers. Jobs that run models take long and wait for memory, so they
-- leave the last of several slots to others.
create function job_slot(ws text, needs text[]) returns bigint language plpgsql as $$
declare
  cap int;
  taken record;
  tag bigint;
begin
  select p.concurrency, greatest(w.vtime, (select last_value from vclock)) + 100000 / p.weight
    into cap, tag
    from workspaces w join plans p on p.id = w.plan_id where w.id = ws;
  select count(*) as jobs, count(*) filter (where runs_models(j.needs)) as with_models into taken
    from jobs j where workspace_id = ws and source <> 'preview' and (status = 'processing' or (status = 'queued' and vtag is not null));
  if taken.jobs >= cap or (runs_models(needs) and taken.with_models >= greatest(1, cap - 1)) then
    return null;
  end if;
  update workspaces set vtime = tag where id = ws;
  return tag;
end $$;
