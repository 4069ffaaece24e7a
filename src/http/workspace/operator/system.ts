import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { readSystem } from '../../../domain/installation/system.ts';
import type { App, Services } from '../../app.ts';

export function systemRoute(app: App, { db, inventory }: Services): void {
  app.get(
    '/operator/system',
    {
      config: { operator: true },
      schema: {
        operationId: 'getSystem',
        summary: 'Fetch the system status',
        description:
          'Returns the workers, the engines and models as in `filemill doctor`, the queue, and the stored files.',
        tags: ['Operator'],
        response: { 200: Type.Ref('System#'), ...describeErrors() },
      },
    },
    async () => readSystem(db, await inventory()),
  );
}
