-- The bytes stored in each hour at most, and the free bytes of the disk at least. Two days are kept.
create table storage_hours (
  hour timestamptz primary key,
  bytes bigint not null,
  free bigint
);
