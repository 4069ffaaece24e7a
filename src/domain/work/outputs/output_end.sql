-- Ends a delivery as 'done' or 'failed' and records its event. Returns false if the claim was lost.
create function output_end(subject text, held int, outcome text, said text) returns boolean language plpgsql as $$
declare
  ended output_deliveries;
begin
  update output_deliveries set status = outcome, claimed = false, problem = said, ended_at = clock_timestamp(),
      failures = failures + (outcome = 'failed')::int
    where subject_id = subject and claim = held and status = 'waiting' returning * into ended;
  if not found then
    return false;
  end if;
  insert into events (workspace_id, job_id, run_id, type)
    values (ended.workspace_id, ended.job_id, ended.run_id,
      case when ended.job_id is null then 'run' else 'job' end || case outcome when 'done' then '.delivered' else '.delivery_failed' end);
  if ended.job_id is not null then
    update jobs set version = version + 1 where id = ended.job_id;
    perform job_changed(ended.job_id);
  else
    perform pg_notify('job_changed', ended.run_id || ' completed');
  end if;
  return true;
end $$;
