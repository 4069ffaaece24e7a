import { Type } from 'typebox';
import { NewConnection } from '../../../contract/schemas/connection.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import {
  checkConnection,
  createConnection,
  presentConnection,
} from '../../../domain/files/connections/connections.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function createConnectionRoute(app: App, { db, secrets, testConnection }: Services): void {
  app.post(
    '/connections',
    {
      config: { scope: 'connections:write', purpose: 'Create a connection, once it was tested.' },
      schema: {
        operationId: 'createConnection',
        summary: 'Create a connection',
        description:
          'A place where the workspace keeps files. It is tested first: a small file is written, read and removed; for `http`, only the login is tried. Secrets are never shown.',
        tags: ['Connections'],
        body: NewConnection,
        response: {
          201: Type.Ref('Connection#'),
          ...describeErrors('validation_failed', 'invalid_state', 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const { name: _, ...config } = body;
      checkConnection(body);
      await testConnection(config);
      const row = await makeRecorded(
        db,
        getActor(request),
        trx => createConnection(trx, secrets, caller.workspaceId, body),
        ({ id, workspace_id: workspaceId }) => ({ action: 'connection.created', targetId: id, workspaceId }),
      );
      return reply.code(201).send(presentConnection(row));
    },
  );
}
