import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listConnections, presentConnection } from '../../../domain/files/connections/connections.ts';
import type { App, Services } from '../../app.ts';

export function listConnectionsRoute(app: App, { db }: Services): void {
  app.get(
    '/connections',
    {
      config: { scope: 'connections:read', purpose: 'List connections.' },
      schema: {
        operationId: 'listConnections',
        summary: 'List connections',
        description: 'All connections of the workspace, without their secrets.',
        tags: ['Connections'],
        response: { 200: Type.Ref('ConnectionList#'), ...describeErrors('not_found') },
      },
    },
    async ({ caller }) => ({
      connections: (await listConnections(db, caller.workspaceId)).map(presentConnection),
    }),
  );
}
