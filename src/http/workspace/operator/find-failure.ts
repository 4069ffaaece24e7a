import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { findFailure } from '../../../domain/work/failures/failures.ts';
import type { App, Services } from '../../app.ts';

export function findFailureRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/failures/:diagnosticId',
    {
      config: { operator: true },
      schema: {
        operationId: 'findFailure',
        summary: 'Find a failure by its diagnostic id',
        description: 'For operators: the failed attempt with this `failure.diagnosticId`.',
        tags: ['Operator'],
        params: Type.Object({ diagnosticId: Type.String() }),
        response: { 200: Type.Ref('Failure#'), ...describeErrors('not_found') },
      },
    },
    ({ params }) => findFailure(db, params.diagnosticId),
  );
}
