-- Records an event of a job, in the transaction of the change that it is about. Checks of golden files have no events of their own.
create function job_event(ws text, job text, event text) returns void language sql as $$
  insert into events (workspace_id, job_id, type)
    select ws, job, event where not exists (select from jobs where id = job and source = 'check')
$$;
