-- Records an event of a job, in the transaction of the change that it is about.
create function job_event(ws text, job text, event text) returns void language sql as $$
  insert into events (workspace_id, job_id, type) values (ws, job, event)
$$;
