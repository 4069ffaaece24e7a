-- What a caller is told of a failure beyond its reason, and where a result is less than they may think.
alter table jobs add column failure_option text, add column failure_message text, add column warnings jsonb;
