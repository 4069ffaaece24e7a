-- Finds a completed job whose result is what a new job would make: of the same type, options, needs and contents, by engines of the
-- versions that live workers have. Several files must have the same names too, because some job types write these into the result.
-- `inputs` is a list of { index, sha256, format, role, filename }. Null if there is none.
create function job_find_same(ws text, by_key boolean, job_type text, wanted jsonb, needed text[], inputs jsonb) returns text
language plpgsql stable as $$
begin
  return (select c.id from job_inputs first join jobs c on c.id = first.job_id
    where first.sha256 = inputs->0->>'sha256' and first.index = 0 and c.workspace_id = ws and c.type = job_type
      and c.status = 'completed' and c.reusable and c.deleted_at is null and c.options = wanted
      and c.expires_at > clock_timestamp() + interval '1 minute'
      and c.needs @> needed and c.needs <@ needed and not (by_key and c.source = 'workspace')
      and not exists (
        select from jsonb_to_recordset(inputs) as new (index int, sha256 text, format text, role text, filename text)
          full join (select * from job_inputs where job_id = c.id) old on old.index = new.index
          where old.sha256 is null or new.sha256 is null or old.sha256 <> new.sha256 or old.format <> new.format
            or old.role is distinct from new.role
            or (jsonb_array_length(inputs) > 1 and old.filename <> new.filename))
      and not exists (
        select from jsonb_to_recordset(c.engines) as used (name text, version text)
          left join lateral (
            select bool_and(coalesce(w.engines->>used.name, w.engines->>('model:' || used.name)) = used.version) as same
              from workers w where w.seen_at > (select max(seen_at) from workers) - interval '1 minute') now on true
          where now.same is not true)
      and exists (select from artifacts a where a.job_id = c.id and a.role = 'output')
      and not exists (select from artifacts a join damaged_files d on d.artifact_id = a.id where a.job_id = c.id)
    order by c.completed_at desc limit 1);
end $$;
