-- Counts the jobs of a workspace that wait for a slot, up to `most`.
create function jobs_ahead(ws text, most int) returns int language plpgsql stable as $$
begin
  return (select count(*) from (select from jobs where workspace_id = ws and status = 'queued' and vtag is null
    limit most) waiting);
end $$;
