-- The previews that a workspace had on a day are counted beside its operations.
alter table usage_counters drop constraint usage_counters_quota_check;
alter table usage_counters add constraint usage_counters_quota_check check (quota in ('operations', 'operations_daily', 'previews_daily'));
