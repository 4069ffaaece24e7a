-- Fills a database as after years of use: `jobs` jobs (by default a million) with two artifacts and two events each, in a hundred
-- workspaces. The workspace `mine` has a tenth of them. The last twentieth of the jobs wait for an engine that no worker has.
-- Failures, runs, idempotency keys, credits and deliveries belong to one job in `every` (by default ten).
set session_replication_role = replica;

insert into workspaces (id, name, plan_id)
  select 'wsp_size' || n, 'size ' || n, 'enterprise' from generate_series(1, 100) n;

create temporary table made as
  select n, 'job_size' || n as id,
      case when n % 10 = 0 then :mine else 'wsp_size' || (n % 97 + 1) end as workspace_id,
      case when n > :jobs * 0.95 then 'queued' when n % 20 = 10 then 'failed' when n % 3 = 0 then 'expired' else 'completed' end as status,
      now() - interval '20 days' + n * (interval '20 days' / :jobs) as at
    from generate_series(1, :jobs) n;
update made set workspace_id = 'wsp_size' || (n % 50 + 1) where status = 'queued';

insert into jobs (id, workspace_id, source, type, status, options, created_at, queued_at, started_at, completed_at,
    expires_at, needs, vtag, run_at, duration_ms, diagnostic_id, failure_reason)
  select id, workspace_id, 'api', case when n % 7 = 0 then 'image-resize' else 'document-convert' end, status,
      '{"outputFormat": "json"}', at, at, case when status <> 'queued' then at end,
      case when status <> 'queued' then at + interval '1 second' end,
      case when status = 'expired' then at + interval '1 hour' else now() + interval '10 days' end,
      case when status = 'queued' then '{engine-nobody-has}' else '{duckdb}' end::text[],
      -- Each workspace has as many released jobs as its plan runs at once.
      case when status = 'queued' and n % 1600 < 50 then 0 end, case when status = 'queued' then at end, 20,
      case when status = 'failed' then uuidv7() end, case when status = 'failed' then 'unreadable_input' end
    from made;
insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key,
    created_at, expires_at)
  select 'art_size' || n || role, workspace_id, id, role, 0, 'report-' || n || '.csv', 'text/csv', 'csv', 1000,
      repeat('0', 64), 'size/' || n || role, at, now() + interval '10 days'
    from made, unnest(array['input', 'output']) role;
insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256, artifact_id)
  select id, 0, 'report-' || n || '.csv', 'text/csv', 'csv', 1000, at, repeat('0', 64), 'art_size' || n || 'input'
    from made;
insert into events (workspace_id, type, job_id, created_at, position)
  select workspace_id, type, id, at, nextval('event_positions')
    from made, unnest(array['job.started', 'job.completed']) type;

insert into job_failures (diagnostic_id, job_id, workspace_id, attempt, reason, outcome, engines, detail, created_at)
  select uuidv7(), id, workspace_id, 1, 'unreadable_input', 'failed', '{duckdb}', 'cannot be read', at
    from made where status = 'failed' or n % :every = 0;
insert into idempotency_keys (workspace_id, scope, key, fingerprint, resource_id, created_at)
  select workspace_id, 'jobs', 'key' || n, '', id, at from made where n % :every = 0;
insert into recipes (id, workspace_id, name, description, steps, accepts)
  select 'rcp_size' || n, case when n % 10 = 0 then :mine else 'wsp_size' || (n % 97 + 1) end, 'size', '', '[]', '{csv}'
    from generate_series(1, 100) n;
insert into recipe_runs (id, workspace_id, recipe_id, input_artifact_id, status, counted_on, created_at, completed_at)
  select 'run_size' || n, workspace_id, 'rcp_size' || (n % 100 + 1), 'art_size' || n || 'input', 'completed', at::date, at, at
    from made where n % :every = 0;
insert into run_steps (run_id, index, name, job_type, options, job_id)
  select 'run_size' || n, 0, 'first', 'document-convert', '{}', id from made where n % :every = 0;
insert into credit_entries (id, workspace_id, kind, amount, job_id, created_at)
  select 'led_size' || n, workspace_id, case when n % 20 = 0 then 'grant' else 'reservation' end,
      case when n % 20 = 0 then 2 else -1 end, id, at from made where n % :every = 0;
insert into credit_days (workspace_id, day, spent)
  select workspace_id, (created_at at time zone 'UTC')::date, -sum(amount) from credit_entries where kind = 'reservation'
    group by 1, 2 on conflict do nothing;
insert into webhooks (id, workspace_id, url, description, secret, status)
  select 'whk_size' || n, 'wsp_size' || n, 'http://127.0.0.1:1/', '', '', 'disabled' from generate_series(1, 100) n;
insert into deliveries (webhook_id, event_id, line, position, status, due_at, created_at, ended_at)
  select w.id, e.id, w.id || e.job_id, e.position, 'delivered', e.created_at, e.created_at, e.created_at
    from events e join webhooks w on w.workspace_id = e.workspace_id where e.position % :every = 0;
insert into delivery_attempts (webhook_id, event_id, number, at, duration_ms, status)
  select webhook_id, event_id, 1, created_at, 5, 200 from deliveries;

-- Nobody searches in the others' names.
insert into name_stretches (workspace_id, from_at, to_at, pieces)
  select id, '-infinity', now() - interval '3 minutes', '{}' from workspaces where id like 'wsp_size%';

set session_replication_role = origin;
