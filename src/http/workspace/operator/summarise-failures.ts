import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { FailureSummaryQuery } from '../../../contract/schemas/operator.ts';
import { summariseFailures } from '../../../domain/work/failures/summary.ts';
import type { App, Services } from '../../app.ts';

export function summariseFailuresRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/failures/summary',
    {
      config: { operator: true },
      schema: {
        operationId: 'summariseFailures',
        summary: 'Count failures by reason',
        description: 'For operators: the failures of the last hours, by reason and job type.',
        tags: ['Operator'],
        querystring: FailureSummaryQuery,
        response: { 200: Type.Ref('FailureSummary#'), ...describeErrors('validation_failed') },
      },
    },
    ({ query }) => summariseFailures(db, query.hours),
  );
}
