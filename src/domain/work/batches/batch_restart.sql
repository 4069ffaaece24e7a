-- Starts jobs of a batch whose files were fetched while a quota was used up. Returns the quota if it still is, and otherwise null.
create function batch_restart(ws text, batch text, most int) returns text language plpgsql as $$
declare
  refused record;
  quota text;
begin
  for refused in
    select j.id from batch_inputs i cross join lateral (select * from jobs where id = i.job_id limit 1) j
      where i.batch_id = batch and j.status = 'pending' and j.start_refused is not null limit most
  loop
    perform 1 from workspaces where id = ws for no key update;
    perform job_auto_start(ws, refused.id);
    select j.start_refused into quota from jobs j where j.id = refused.id and j.status = 'pending';
    if quota is not null then
      return quota;
    end if;
  end loop;
  return null;
end $$;
