import type { ConnectionChange, NewConnection } from '@filemill/client';
import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export const connectionsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['connections', workspaceId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).connections.list({ signal }),
  });

async function changing<Answer>(workspaceId: string, act: Promise<Answer>): Promise<Answer> {
  const answer = await act;
  await queryClient.invalidateQueries({ queryKey: connectionsQuery(workspaceId).queryKey });
  return answer;
}

const places = (workspaceId: string) => workspaceApi(workspaceId).connections;

export const createConnection = (workspaceId: string, connection: NewConnection) =>
  changing(workspaceId, places(workspaceId).create(connection));
export const changeConnection = (workspaceId: string, id: string, change: ConnectionChange) =>
  changing(workspaceId, places(workspaceId).update(id, change));
export const deleteConnection = (workspaceId: string, id: string) =>
  changing(workspaceId, places(workspaceId).delete(id));
