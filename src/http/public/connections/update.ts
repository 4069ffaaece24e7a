import { Type } from 'typebox';
import { ConnectionChange } from '../../../contract/schemas/connection.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import {
  checkConnection,
  findConnection,
  mergeChange,
  presentConnection,
  updateConnection,
} from '../../../domain/files/connections/connections.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function updateConnectionRoute(app: App, { db, secrets, testConnection }: Services): void {
  app.patch(
    '/connections/:id',
    {
      config: { scope: 'connections:write', purpose: 'Change a connection, once it was tested.' },
      schema: {
        operationId: 'updateConnection',
        summary: 'Change a connection',
        description:
          'Fields that are left out stay as they are. The changed connection is tested first, like a new one. If the address or the host key changes, the secrets must be given again. An empty object only tests the connection.',
        tags: ['Connections'],
        params: JobParams,
        body: ConnectionChange,
        response: { 200: Type.Ref('Connection#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async request => {
      const { caller, params, body } = request;
      const row = await findConnection(db, caller.workspaceId, params.id);
      const changed = mergeChange(secrets, row, body);
      const { name: _, ...config } = changed;
      checkConnection(changed);
      await testConnection(config);
      // A change of nothing only tests the connection, which is not a change.
      if (Object.keys(body).length === 0)
        return presentConnection(await updateConnection(db, secrets, row, changed));
      const saved = await makeRecorded(
        db,
        getActor(request),
        trx => updateConnection(trx, secrets, row, changed),
        ({ id, workspace_id: workspaceId }) => ({ action: 'connection.changed', targetId: id, workspaceId }),
      );
      return presentConnection(saved);
    },
  );
}
