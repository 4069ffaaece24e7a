-- Releases waiting jobs of every workspace up to its cap, after a plan's concurrency was raised.
create function job_fill() returns void language plpgsql as $$
declare
  ws text;
begin
  for ws in select distinct workspace_id from jobs where status = 'queued' and vtag is null order by 1 loop
    perform 1 from workspaces where id = ws for no key update;
    while job_release(ws) loop
    end loop;
  end loop;
end $$;
