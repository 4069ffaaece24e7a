import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { FailureListQuery } from '../../../contract/schemas/operator.ts';
import { listFailures } from '../../../domain/work/failures/failures.ts';
import type { App, Services } from '../../app.ts';

export function listFailuresRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/failures',
    {
      config: { operator: true },
      schema: {
        operationId: 'listFailures',
        summary: 'List failures',
        description:
          'For operators: failed attempts, newest first. They are kept as long as the files of their job.',
        tags: ['Operator'],
        querystring: FailureListQuery,
        response: { 200: Type.Ref('FailureList#'), ...describeErrors('validation_failed') },
      },
    },
    ({ query }) => listFailures(db, query),
  );
}
