-- Keeps copies of an input and its accepted outputs in a job that never runs and never expires. Returns false if the workspace has
-- no room for them. The workspace stays locked until the transaction ends.
create function golden_file_hold(ws text, holder text, files jsonb) returns boolean language plpgsql as $$
declare
  plan plans;
begin
  select p.* into plan from workspaces w join plans p on p.id = w.plan_id where w.id = ws for no key update of w;
  if not outputs_fit(ws, plan, files, 0) then
    return false;
  end if;
  insert into jobs (id, workspace_id, source, type, status, options, needs, expires_at, completed_at)
    values (holder, ws, 'check', 'golden-file', 'completed', '{}', '{}', 'infinity', clock_timestamp());
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key, content,
      metadata, expires_at)
    select f.id, ws, holder, f.role, f.index, f.filename, f.content_type, f.format, f.size, f.sha256, f.storage_key,
      decode(f.content, 'base64'), f.metadata, 'infinity'
    from jsonb_to_recordset(files) as f (id text, role text, index int, filename text, content_type text, format text,
      size bigint, sha256 text, storage_key text, content text, metadata jsonb);
  return true;
end $$;
