-- Further files of a step whose job type takes several: [{ "role", "id" }] in the order of the job's inputs, after its own input.
alter table run_steps add column artifacts jsonb;
