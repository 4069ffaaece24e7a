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
        description: 'Ends this session and takes its cookie back.',
        tags: ['Sign-in'],
        security: [],
        response: {
          204: Type.Null({ description: 'Signed out, also where nobody was signed in.' }),
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
