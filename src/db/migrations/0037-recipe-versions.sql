-- Every save of a recipe keeps the former version. A run knows the version that it started with.
alter table recipes add column version int not null default 1;
alter table recipe_runs add column recipe_version int;

create table recipe_versions (
  recipe_id text not null references recipes on delete cascade,
  version int not null,
  name text not null,
  description text not null,
  steps jsonb not null,
  secret bytea,
  accepts text[] not null,
  saved_at timestamptz not null,
  primary key (recipe_id, version)
);

-- A trigger keeps the former version whichever version of the service saves. A recipe that is deleted makes no version.
create function recipes_keep_version() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    return new;
  end if;
  insert into recipe_versions (recipe_id, version, name, description, steps, secret, accepts, saved_at)
    values (old.id, old.version, old.name, old.description, old.steps, old.secret, old.accepts, old.updated_at);
  new.version := old.version + 1;
  return new;
end $$;
create trigger recipes_keep_version before update of steps on recipes for each row execute function recipes_keep_version();
