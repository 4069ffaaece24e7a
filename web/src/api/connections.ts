import type { ConnectionChange, NewConnection } from '@filemill/client';
import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { refreshAfter } from './query-client.ts';

export const connectionsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['connections', workspaceId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).connections.list({ signal }),
  });

const places = (workspaceId: string) => workspaceApi(workspaceId).connections;

export const createConnection = (workspaceId: string, connection: NewConnection) =>
  refreshAfter(places(workspaceId).create(connection), connectionsQuery(workspaceId).queryKey);
export const changeConnection = (workspaceId: string, id: string, change: ConnectionChange) =>
  refreshAfter(places(workspaceId).update(id, change), connectionsQuery(workspaceId).queryKey);
/** Tests a connection as it is saved: a change of nothing. */
export const testConnection = (workspaceId: string, id: string) => changeConnection(workspaceId, id, {});
export const deleteConnection = (workspaceId: string, id: string) =>
  refreshAfter(places(workspaceId).delete(id), connectionsQuery(workspaceId).queryKey);
