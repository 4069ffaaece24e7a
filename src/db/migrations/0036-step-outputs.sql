-- The place of a connection where the files of a recipe's step are written: { connection, key }. Its delivery has the step's index.
alter table run_steps add column output jsonb;
alter table output_deliveries add column step_index int;
