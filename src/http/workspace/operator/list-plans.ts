import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listPlans } from '../../../domain/people/plans/list.ts';
import type { App, Services } from '../../app.ts';

export function listPlansRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/plans',
    {
      config: { operator: true },
      schema: {
        operationId: 'listPlans',
        summary: 'List plans',
        description: 'For operators: all plans, as the file of plans defines them.',
        tags: ['Operator'],
        response: { 200: Type.Ref('PlanList#'), ...describeErrors() },
      },
    },
    async () => ({ plans: await listPlans(db) }),
  );
}
