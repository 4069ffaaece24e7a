-- Results that later jobs may share. `reuse`: the job asks for an earlier result; `reusable`: it has no secret options and keeps its
-- files, so that its result may serve others; `reused_from`: the job whose files are its result.
alter table jobs add column reuse boolean not null default false, add column reusable boolean not null default false,
  add column reused_from text;
