-- Bytes a workspace holds or has promised to hold: artifacts, and inputs declared but not yet uploaded.
create function storage_used(ws text) returns bigint language sql stable as $$
  select coalesce((select sum(size) from artifacts where workspace_id = ws), 0)::bigint
    + coalesce((select sum(i.file_size) from job_inputs i join jobs j on j.id = i.job_id
        where j.workspace_id = ws and j.status = 'pending' and i.uploaded_at is null), 0)::bigint
$$;
