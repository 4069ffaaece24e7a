import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { App, Services } from '../../app.ts';
import { presentSession } from './session.ts';

export function getSessionRoute(app: App, services: Services): void {
  app.get(
    '/session',
    {
      schema: {
        operationId: 'getSession',
        summary: 'Fetch the session',
        description: 'The signed-in user, and the workspaces they are a member of.',
        tags: ['Sign-in'],
        response: { 200: Type.Ref('SignedIn#'), ...describeErrors() },
      },
    },
    ({ person }) => presentSession(services, { userId: person.id, sessionId: person.sessionId }),
  );
}
