import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { listWorkspaces } from '../../../domain/people/workspaces/workspaces.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from './workspace.ts';

export function listWorkspacesRoute(app: App, { db }: Services): void {
  app.get(
    '/workspaces',
    {
      schema: {
        operationId: 'listWorkspaces',
        summary: 'List your workspaces',
        description: 'The workspaces you are a member of, with your role in each.',
        tags: ['Workspaces'],
        querystring: PageQuery,
        response: { 200: Type.Ref('WorkspaceList#'), ...describeErrors('validation_failed') },
      },
    },
    async ({ person, query }) => {
      const { workspaces, nextCursor } = await listWorkspaces(db, person.id, query);
      return { workspaces: workspaces.map(presentWorkspace), nextCursor };
    },
  );
}
