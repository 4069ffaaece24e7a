import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { requestModelInstall } from '../../../domain/installation/model-installs.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function installModelRoute(app: App, { db, inventory }: Services): void {
  app.post(
    '/operator/models/:name/install',
    {
      config: { operator: true },
      schema: {
        operationId: 'installModel',
        summary: 'Install a model',
        description:
          'For operators: a worker downloads the model and verifies it. `GET /operator/system` has its progress, and its problem if it could not be installed.',
        tags: ['Operator'],
        params: Type.Object({
          name: Type.String({
            maxLength: 64,
            description: 'The name of the model.',
            examples: ['whisper-small'],
          }),
        }),
        response: {
          204: Type.Null({ description: 'A worker will install it.' }),
          ...describeErrors('not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { models } = await inventory();
      await makeRecorded(
        db,
        getActor(request),
        trx => requestModelInstall(trx, models, name),
        () => ({ action: 'model.install_requested', targetId: name }),
      );
      return reply.code(204).send(null);
    },
  );
}
