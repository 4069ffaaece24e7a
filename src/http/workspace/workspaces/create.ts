import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewWorkspace } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { createWorkspace } from '../../../domain/people/workspaces/workspaces.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from './workspace.ts';

export function createWorkspaceRoute(app: App, { db }: Services): void {
  app.post(
    '/workspaces',
    {
      // Quotas are counted by workspace, so they would mean little if everybody could make another one.
      config: { operator: true },
      schema: {
        operationId: 'createWorkspace',
        summary: 'Create a workspace',
        description:
          'For operators. You become its owner; invite others, and leave if it is not yours to keep.',
        tags: ['Workspaces'],
        body: NewWorkspace,
        response: { 201: Type.Ref('Workspace#'), ...describeErrors('validation_failed') },
      },
    },
    async (request, reply) => {
      const made = await makeRecorded(
        db,
        getActor(request),
        trx => createWorkspace(trx, { ...request.body, ownerId: request.person.id }),
        ({ id, plan }) => ({ action: 'workspace.created', targetId: id, detail: plan }),
      );
      return reply.code(201).send(presentWorkspace(made));
    },
  );
}
