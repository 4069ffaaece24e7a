import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { Webhook } from '../../../domain/outgoing/webhooks/webhooks.ts';

export function presentWebhook({
  workspaceId: _,
  failingSince,
  oldSecretUntil,
  createdAt,
  updatedAt,
  ...rest
}: Webhook) {
  return {
    ...rest,
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(oldSecretUntil && { oldSecretUntil: oldSecretUntil.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The webhook of the address, which must belong to the caller's workspace. */
export const getWebhookRef = (request: { caller: { workspaceId: string }; params: { id: string } }) => ({
  id: request.params.id,
  workspaceId: request.caller.workspaceId,
});

export const webhookResponse = {
  200: Type.Ref('Webhook#'),
  ...describeErrors('validation_failed', 'not_found'),
};
