import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { App, Services } from '../../app.ts';

export function deleteSessionRoute(app: App, services: Services): void {
  app.delete(
    '/session',
    {
      config: { open: true },
      schema: {
        operationId: 'deleteSession',
        summary: 'Sign out',
        description: 'Ends this session and clears its cookie.',
        tags: ['Sign-in'],
        security: [],
        response: {
          204: Type.Null({ description: 'Signed out. This is also the answer if nobody was signed in.' }),
          ...describeErrors(),
        },
      },
    },
    async (request, reply) => {
      const auth = await services.auth();
      return reply
        .header('set-cookie', await auth.signOut(request.headers.cookie))
        .code(204)
        .send(null);
    },
  );
}
