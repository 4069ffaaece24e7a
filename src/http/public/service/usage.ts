import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { readUsage } from '../../../domain/metering/usage/usage.ts';
import type { App, Services } from '../../app.ts';

export function usageRoute(app: App, services: Services): void {
  app.get(
    '/usage',
    {
      config: { readsList: true, scope: 'jobs:read', purpose: "Read the workspace's usage and limits." },
      schema: {
        operationId: 'getUsage',
        summary: 'Read usage',
        description: 'The usage of the workspace, with the limits of its plan and when they are reset.',
        tags: ['Service'],
        response: { 200: Type.Ref('Usage#'), ...describeErrors() },
      },
    },
    request => readUsage(services.db, request.caller),
  );
}
