-- Finds jobs by the content of their first input.
create index concurrently job_inputs_by_content on job_inputs (sha256) where index = 0 and sha256 is not null;
