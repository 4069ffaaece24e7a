-- Ends the check of a golden file together with its run, whose last step has compared the files. A removed golden file has none.
create function golden_check_end(run text, outcome text) returns void language plpgsql as $$
declare
  last_step int := (select max(index) from run_steps where run_id = run);
  report jsonb;
  failure jsonb;
  used jsonb;
  golden golden_files;
begin
  select a.metadata into report from run_steps s join artifacts a on a.job_id = s.job_id and a.role = 'output' and a.index = 0
    where s.run_id = run and s.index = last_step;
  if outcome <> 'completed' then
    select jsonb_build_object('step', s.index, 'reason', coalesce(s.failure_reason, j.failure_reason),
          'message', coalesce(s.failure_message, j.failure_message)) into failure
      from run_steps s left join jobs j on j.run_id = run and j.step_index = s.index and j.status = 'failed'
      where s.run_id = run and coalesce(s.failure_reason, j.failure_reason) is not null order by s.index, j.step_part limit 1;
  end if;
  used := coalesce((select jsonb_agg(distinct e) from jobs j, jsonb_array_elements(j.engines) e
    where j.run_id = run and j.step_index < last_step and j.step_part >= 0), '[]');
  update golden_files g set checked_at = clock_timestamp(), check_engines = used, check_failure = failure,
      checked_for = golden_engines(g.accepted_engines || used), check_message = report->>'summary',
      check_status = case when outcome <> 'completed' then 'failed'
        when report->'different' = 'false' then 'passed' else 'different' end
    where g.run_id = run and g.check_status = 'pending' returning * into golden;
  if not found then
    return;
  end if;
  if golden.check_status <> 'passed' then
    insert into events (workspace_id, golden_file_id, type)
      values (golden.workspace_id, golden.id, 'golden_file.' || golden.check_status);
  end if;
  perform pg_notify('job_changed', golden.id || ' completed');
end $$;
