-- Deleted recipes are purged once no run names them.
create index concurrently recipes_deleted on recipes (deleted_at) where deleted_at is not null;
create index concurrently recipe_runs_of_recipe on recipe_runs (recipe_id);
