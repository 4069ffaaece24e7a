-- The log shows the request of every attempt as it was sent, also after its secret has been rotated.
alter table delivery_attempts add column signature text;
