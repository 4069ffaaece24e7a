-- Writes the inputs of a new job whose files are stored already.
create function job_take_inputs(ws text, job text, inputs jsonb, until timestamptz) returns void language plpgsql as $$
begin
  insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key,
      content, metadata, expires_at)
    select i.artifact, ws, job, 'input', i.index, i.filename, i.content_type, i.format, i.file_size, i.sha256,
      i.storage_key, decode(i.content, 'base64'), '{}', until
    from jsonb_to_recordset(inputs) as i (artifact text, index int, filename text, content_type text,
      format text, file_size bigint, sha256 text, storage_key text, content text);
  insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id, role)
    select job, i.index, i.filename, i.content_type, i.format, i.file_size, clock_timestamp(), i.sha256, i.artifact, i.role
    from jsonb_to_recordset(inputs) as i (artifact text, index int, filename text, content_type text,
      format text, file_size bigint, sha256 text, role text);
end $$;
