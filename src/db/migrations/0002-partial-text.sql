-- Text of running jobs that is known before they end, for those who follow them. Nothing of it outlives the attempt.
create unlogged table job_partials (
  job_id text not null references jobs (id) on delete cascade,
  place bigint not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  text text not null,
  primary key (job_id, place)
);

create function job_partials_end() returns trigger language plpgsql as $$
begin
  delete from job_partials where job_id = new.id;
  return null;
end $$;
create trigger job_partials_end after update of status on jobs for each row
  when (old.status = 'processing' and new.status <> 'processing') execute function job_partials_end();
