-- Returns the files that a step of a branching run may use: those of its sources, in the order of the sources, with their pages if
-- they are known. `counts` tells that only facts about the pages are missing to decide whether the file matches the step's conditions.
-- Conditions other than those named here describe the content of a PDF, as in `src/domain/work/recipes/steps.ts`.
create function run_step_files(step run_steps)
returns table (id text, format text, size bigint, expires_at timestamptz, matches boolean, counts boolean) language sql as $$
  with given as (
    select a.*, source.n, j.step_part from jsonb_array_elements_text(step.flow->'sources') with ordinality source (at, n)
      join jobs j on j.run_id = step.run_id and j.step_index = source.at::int and j.step_part >= 0
      join artifacts a on a.job_id = j.id and a.role = 'output'
      where source.at::int >= 0
    union all
    select a.*, source.n, 0 from jsonb_array_elements_text(step.flow->'sources') with ordinality source (at, n)
      join recipe_runs r on r.id = step.run_id join artifacts a on a.id = r.input_artifact_id
      where source.at::int = -1
  ), measured as (
    select g.*, step.flow->'when' as wanted, step.flow->'facts'->g.id as facts,
        case when g.format = 'pdf' then coalesce(step.flow->'facts'->g.id->>'pages',
          case jsonb_typeof(g.metadata->'pages') when 'number' then g.metadata->>'pages' end)::int end as pages,
        (step.flow->'when') - array['format', 'minPages', 'maxPages', 'minBytes', 'maxBytes'] as described
      from given g
  ), judged as (
    select m.*,
        coalesce(m.wanted->'format' ? m.format, true)
          and m.size between coalesce((m.wanted->>'minBytes')::bigint, 0) and coalesce((m.wanted->>'maxBytes')::bigint, m.size)
          as fits,
        coalesce(m.wanted ?| array['minPages', 'maxPages'], false) as by_pages,
        coalesce(m.described <> '{}', false) as by_description
      from measured m
  )
  select f.id, f.format, f.size, f.expires_at,
      f.fits and (not f.by_pages or coalesce(f.pages between coalesce((f.wanted->>'minPages')::int, 0)
        and coalesce((f.wanted->>'maxPages')::int, f.pages), false))
        and (not f.by_description or coalesce(f.format = 'pdf' and f.facts @> f.described, false)),
      f.fits and f.format = 'pdf' and ((f.by_pages and f.pages is null) or (f.by_description and f.facts is null))
    from judged f order by f.n, f.step_part, f.index
$$;
