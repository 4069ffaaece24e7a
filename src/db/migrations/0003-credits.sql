-- Whether a job costs credits.
alter table jobs add column metered boolean not null default false;
alter table run_steps add column metered boolean not null default false;

alter table credit_entries
  drop constraint credit_entries_kind_check,
  add constraint credit_entries_kind_check
    check (kind in ('allowance', 'expiry', 'grant', 'reservation', 'settlement', 'release')),
  -- How much of the amount comes from or goes to the month's allowance; the rest, what was granted.
  add column of_allowance int not null default 0,
  -- The moment it is written, under the workspace's lock: entries lie in the order in which they came about.
  alter column created_at set default clock_timestamp();
create index credit_entries_job on credit_entries (job_id) where job_id is not null;

-- The sum of a workspace's entries, which a start need not add up, and the account of the current month.
create table credit_balances (
  workspace_id text primary key references workspaces,
  balance bigint not null check (balance >= 0),
  -- The part of the balance that ends with the month.
  allowance_left bigint not null check (allowance_left between 0 and balance),
  month date not null default date_trunc('month', clock_timestamp() at time zone 'UTC')::date,
  -- Allowance entered in this month.
  allowance_given bigint not null default 0,
  -- Reserved in this month and not released.
  used bigint not null default 0
);

create function credit_entries_count() returns trigger language plpgsql as $$
begin
  update credit_balances set balance = balance + new.amount, allowance_left = allowance_left + new.of_allowance
    where workspace_id = new.workspace_id;
  if not found then
    insert into credit_balances (workspace_id, balance, allowance_left)
      values (new.workspace_id, new.amount, new.of_allowance);
  end if;
  return null;
end $$;

-- An operator could take back more than was granted.
insert into credit_entries (id, workspace_id, kind, amount, note)
  select 'led_' || left(replace(uuidv7()::text, '-', ''), 26), workspace_id, 'grant', -sum(amount), 'brought back to 0'
    from credit_entries group by workspace_id having sum(amount) < 0;
insert into credit_balances (workspace_id, balance, allowance_left)
  select workspace_id, sum(amount), 0 from credit_entries group by workspace_id;

create trigger credit_entries_count after insert on credit_entries for each row
  execute function credit_entries_count();
