-- Connections may lead to an SFTP server.
alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check check (kind in ('s3', 'webdav', 'sftp', 'http', 'folder'));
