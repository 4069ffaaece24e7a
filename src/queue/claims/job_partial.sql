-- Keeps a piece of a running job's text. Places grow from attempt to attempt; only the latest pieces are kept. The progress comes
-- with the text, so that a job that is canceled has spent at least what its caller could read.
create function job_partial(job text, att int, count int, start_at double precision, end_at double precision, said text,
  percent int)
returns void language plpgsql as $$
declare
  at bigint := att::bigint * 1000000 + count;
begin
  -- The row stays locked while the text is written, so that nothing is left behind of a job that ends at the same time.
  perform from jobs where id = job and attempt = att and status = 'processing' for no key update;
  if not found then return; end if;
  insert into job_partials values (job, at, start_at, end_at, said) on conflict do nothing;
  delete from job_partials where job_id = job and place <= at - 200;
  update jobs set progress = percent, version = version + 1 where id = job and progress < percent;
  perform job_changed(job);
end $$;
