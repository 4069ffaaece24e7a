-- A file uploaded by itself is held by a job that never runs, of a source no list shows.
alter table jobs drop constraint jobs_source_check;
alter table jobs add constraint jobs_source_check check (source in ('api', 'recipe', 'workspace', 'upload'));

-- A job may be given an artifact that is there already, in place of an upload.
alter table job_inputs add column given boolean not null default false;
