import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { FailureListQuery } from '../../../contract/schemas/operator.ts';
import { PageQuery } from '../../../contract/schemas/recipe.ts';
import { ChangedPlan, Grant } from '../../../contract/schemas/workspace.ts';
import { grantCredits } from '../../../domain/credits.ts';
import { findFailure, listFailures } from '../../../domain/failures.ts';
import { listPlans } from '../../../domain/plans/list.ts';
import { listWorkspaces, setPlan } from '../../../domain/workspaces/workspaces.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from './workspaces.ts';

const tags = ['Operator'];

/** What looks into every workspace: only for operators of the installation. */
export function operatorRoutes(app: App, { db }: Services): void {
  const operator = { config: { operator: true } } as const;

  app.get(
    '/operator/failures',
    {
      ...operator,
      schema: {
        summary: 'List failures',
        description: 'Every attempt that failed, newest first, for as long as the files of its job are kept.',
        tags,
        querystring: FailureListQuery,
        response: { 200: Type.Ref('FailureList#'), ...errorResponses('validation_failed') },
      },
    },
    ({ query }) => listFailures(db, query),
  );

  app.get(
    '/operator/failures/:diagnosticId',
    {
      ...operator,
      schema: {
        summary: 'Find a failure by its diagnostic id',
        tags,
        params: Type.Object({ diagnosticId: Type.String() }),
        response: { 200: Type.Ref('Failure#'), ...errorResponses('not_found') },
      },
    },
    ({ params }) => findFailure(db, params.diagnosticId),
  );

  app.get(
    '/operator/workspaces',
    {
      ...operator,
      schema: {
        summary: 'List all workspaces',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Ref('WorkspaceList#'), ...errorResponses('validation_failed') },
      },
    },
    async ({ query }) => {
      const { workspaces, nextCursor } = await listWorkspaces(db, undefined, query);
      return { workspaces: workspaces.map(presentWorkspace), nextCursor };
    },
  );

  app.patch(
    '/operator/workspaces/:id',
    {
      ...operator,
      schema: {
        summary: 'Put a workspace on a plan',
        tags,
        params: JobParams,
        body: ChangedPlan,
        response: { 200: Type.Ref('Workspace#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    async ({ params, body }) => presentWorkspace(await setPlan(db, params.id, body.plan)),
  );

  app.post(
    '/operator/workspaces/:id/credits',
    {
      ...operator,
      schema: {
        summary: 'Grant AI credits',
        tags,
        params: JobParams,
        body: Grant,
        response: { 201: Type.Ref('CreditEntry#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    async ({ params, body, person }, reply) =>
      reply.code(201).send(await grantCredits(db, params.id, { ...body, by: person.id })),
  );

  app.get(
    '/operator/plans',
    {
      ...operator,
      schema: { summary: 'List plans', tags, response: { 200: Type.Ref('PlanList#'), ...errorResponses() } },
    },
    async () => ({ plans: await listPlans(db) }),
  );
}
