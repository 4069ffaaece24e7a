-- Steps of a branching recipe. `flow` says where a step's files come from and which engines it needs for each format; it is null
-- for a step that takes the only file of the step before. `state` is waiting, counting (pages of its files), running, failing (one of
-- its jobs has failed, others go on), completed, failed, skipped (no file matched its conditions) or broken (a step before it
-- failed). `live` is the number of its jobs that have not ended.
alter table run_steps add column flow jsonb, add column state text, add column live int not null default 0;
-- The number of a job among those of its step, from 0; negative if it only counts the pages of a file.
alter table jobs add column step_part int;
