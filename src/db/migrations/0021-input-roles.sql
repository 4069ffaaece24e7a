-- The role of an input, if its job type has roles.
alter table job_inputs add column role text;
