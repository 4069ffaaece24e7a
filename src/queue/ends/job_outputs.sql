-- Names the outputs of a job that ends, and keeps its inputs for as long as they are kept.
create function job_outputs(job text, ws text, outputs jsonb, until timestamptz) returns void language plpgsql as $$
begin
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
      storage_key, content, metadata, expires_at)
    select o.id, ws, job, 'output', o.index, o.filename, o.content_type, o.format, o.size, o.sha256,
      o.storage_key, decode(o.content, 'base64'), o.metadata, until
    from jsonb_to_recordset(outputs) as o (id text, index int, filename text, content_type text, format text,
      size bigint, sha256 text, storage_key text, content text, metadata jsonb);
  update artifacts set expires_at = until where job_id = job and role = 'input';
end $$;
