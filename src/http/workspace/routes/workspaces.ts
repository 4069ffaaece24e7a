import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/recipe.ts';
import { NewWorkspace, RenamedWorkspace } from '../../../contract/schemas/workspace.ts';
import {
  createWorkspace,
  getWorkspace,
  listWorkspaces,
  renameWorkspace,
  type Workspace,
} from '../../../domain/workspaces/workspaces.ts';
import type { App, Services } from '../../app.ts';

const tags = ['Workspaces'];

export const presentWorkspace = <Shown extends Workspace>(workspace: Shown) => ({
  ...workspace,
  createdAt: workspace.createdAt.toISOString(),
});

export function workspacesRoutes(app: App, { db }: Services): void {
  app.get(
    '/workspaces',
    {
      schema: {
        summary: 'List your workspaces',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Ref('WorkspaceList#'), ...errorResponses('validation_failed') },
      },
    },
    async ({ person, query }) => {
      const { workspaces, nextCursor } = await listWorkspaces(db, person.id, query);
      return { workspaces: workspaces.map(presentWorkspace), nextCursor };
    },
  );

  app.post(
    '/workspaces',
    {
      // A workspace brings a plan's quotas with it: they would mean little if anybody could make another.
      config: { operator: true },
      schema: {
        summary: 'Create a workspace',
        description:
          'For operators. You become its owner; invite others, and leave if it is not yours to keep.',
        tags,
        body: NewWorkspace,
        response: { 201: Type.Ref('Workspace#'), ...errorResponses('validation_failed') },
      },
    },
    async ({ person, body }, reply) => {
      const made = await createWorkspace(db, { ...body, ownerId: person.id });
      return reply.code(201).send(presentWorkspace(made));
    },
  );
}

/** Of one workspace, under its own address. */
export function workspaceRoutes(app: App, { db }: Services): void {
  app.get(
    '/',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Fetch a workspace',
        tags,
        response: { 200: Type.Ref('Workspace#'), ...errorResponses('not_found') },
      },
    },
    async ({ access }) => presentWorkspace(await getWorkspace(db, access)),
  );

  app.patch(
    '/',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Rename a workspace',
        tags,
        body: RenamedWorkspace,
        response: { 200: Type.Ref('Workspace#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    async ({ access, body }) => {
      await renameWorkspace(db, access.caller.workspaceId, body.name);
      return presentWorkspace(await getWorkspace(db, access));
    },
  );
}
