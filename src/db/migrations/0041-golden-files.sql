-- Golden files: an input of a recipe with the accepted result, which is checked again when the recipe or an engine changes.
create table golden_files (
  id text primary key,
  workspace_id text not null references workspaces,
  recipe_id text not null references recipes,
  -- Checks that start by themselves run for whoever added the golden file.
  key_id text,
  source text not null check (source in ('api', 'workspace')),
  name text not null,
  -- { by, tolerance }; both may be left out.
  compare jsonb not null,
  -- The job that holds the files: the input, and the accepted outputs. It never runs and never expires.
  holder_id text not null,
  accepted_at timestamptz not null default now(),
  -- The version of the recipe and the engines that made the accepted outputs.
  accepted_version int,
  accepted_engines jsonb not null,
  -- The last check: its run, the recipe's version and the engine versions that it was started for, and its outcome.
  run_id text,
  checked_version int,
  checked_for text,
  check_status text check (check_status in ('pending', 'passed', 'different', 'failed')),
  -- A summary of the differences, without content of the files.
  check_message text,
  -- { step, reason, message } of the step that failed, if one did.
  check_failure jsonb,
  check_engines jsonb,
  check_started_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index golden_files_listed on golden_files (recipe_id, created_at, id);

-- The run of a check. No list shows it, and it costs nothing.
alter table recipe_runs add column golden_file_id text;
alter table events add column golden_file_id text;
-- Jobs of source 'check' are the steps of such a run, or hold the files of a golden file. No list shows them, either.
alter table jobs drop constraint jobs_source_check;
alter table jobs add constraint jobs_source_check
  check (source in ('api', 'recipe', 'workspace', 'upload', 'preview', 'check'));
