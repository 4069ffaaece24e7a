-- Records that a job has spent what it reserved: the reservation stays, and is not released any more.
create function credit_settle(ws text, job text, credits int) returns void language sql as $$
  insert into credit_entries (id, workspace_id, kind, amount, job_id, note)
    values (new_id('led'), ws, 'settlement', 0, job, credits || case credits when 1 then ' credit spent' else ' credits spent' end)
$$;
