import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { Grant } from '../../../contract/schemas/usage.ts';
import { grantCredits } from '../../../domain/metering/credits/ledger.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function grantCreditsRoute(app: App, { db }: Services): void {
  app.post(
    '/operator/workspaces/:id/credits',
    {
      config: { operator: true },
      schema: {
        operationId: 'grantCredits',
        summary: 'Grant AI credits',
        description:
          "For operators. Granted credits add to the plan's allowance and stay until they are spent.",
        tags: ['Operator'],
        params: JobParams,
        body: Grant,
        response: { 201: Type.Ref('CreditEntry#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async (request, reply) => {
      const { params, body, person } = request;
      const entry = await makeRecorded(
        db,
        getActor(request),
        trx => grantCredits(trx, params.id, { ...body, by: person.id }),
        () => ({ action: 'workspace.credits_granted', targetId: params.id, detail: String(body.amount) }),
      );
      return reply.code(201).send(entry);
    },
  );
}
