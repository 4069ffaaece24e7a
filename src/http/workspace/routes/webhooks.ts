import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { ChangedWebhook, NewWebhook } from '../../../contract/schemas/webhook.ts';
import { overlap } from '../../../contract/schemas/workspace.ts';
import { sendTest } from '../../../domain/webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook,
} from '../../../domain/webhooks/webhooks.ts';
import type { App, Services } from '../../app.ts';

const tags = ['Webhooks'];

function present({ workspaceId: _, failingSince, oldSecretUntil, createdAt, updatedAt, ...rest }: Webhook) {
  return {
    ...rest,
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(oldSecretUntil && { oldSecretUntil: oldSecretUntil.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function webhookRoutes(app: App, { db, secrets }: Services): void {
  const ref = (request: { caller: { workspaceId: string }; params: { id: string } }) => ({
    id: request.params.id,
    workspaceId: request.caller.workspaceId,
  });
  const one = { 200: Type.Ref('Webhook#'), ...errorResponses('validation_failed', 'not_found') };
  const may = { config: { role: 'admin' } } as const;

  app.get(
    '/webhooks',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'List webhooks',
        tags,
        response: { 200: Type.Ref('WebhookList#'), ...errorResponses('not_found') },
      },
    },
    async ({ caller }) => ({ webhooks: (await listWebhooks(db, caller.workspaceId)).map(present) }),
  );

  app.post(
    '/webhooks',
    {
      ...may,
      schema: {
        summary: 'Create a webhook',
        description: 'The answer carries the secret that signs, once.',
        tags,
        body: NewWebhook,
        response: {
          201: Type.Ref('WebhookSecret#'),
          ...errorResponses('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async ({ caller, body }, reply) =>
      reply.code(201).send(await createWebhook(db, secrets, caller.workspaceId, body)),
  );

  app.get(
    '/webhooks/:id',
    {
      config: { role: 'viewer' },
      schema: { summary: 'Fetch a webhook', tags, params: JobParams, response: one },
    },
    async request => present(await getWebhook(db, ref(request))),
  );

  app.patch(
    '/webhooks/:id',
    {
      ...may,
      schema: { summary: 'Change a webhook', tags, params: JobParams, body: ChangedWebhook, response: one },
    },
    async request => present(await updateWebhook(db, ref(request), request.body)),
  );

  app.post(
    '/webhooks/:id/pause',
    {
      ...may,
      schema: {
        summary: 'Pause a webhook',
        description: 'Deliveries wait.',
        tags,
        params: JobParams,
        response: one,
      },
    },
    async request => present(await pauseWebhook(db, ref(request))),
  );

  app.post(
    '/webhooks/:id/resume',
    {
      ...may,
      schema: {
        summary: 'Resume a webhook',
        description: 'Also one that was paused for failing, or disabled.',
        tags,
        params: JobParams,
        response: one,
      },
    },
    async request => present(await resumeWebhook(db, ref(request))),
  );

  app.post(
    '/webhooks/:id/rotate',
    {
      ...may,
      schema: {
        summary: 'Rotate the secret',
        description: 'Until the overlap ends both secrets sign.',
        tags,
        params: JobParams,
        body: overlap('secret'),
        response: { 200: Type.Ref('WebhookSecret#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    async request => {
      const made = await rotateSecret(db, secrets, ref(request), request.body.overlapSeconds);
      return { ...made, oldSecretUntil: made.oldSecretUntil.toISOString() };
    },
  );

  app.post(
    '/webhooks/:id/test',
    {
      ...may,
      schema: {
        summary: 'Send a test event',
        tags,
        params: JobParams,
        response: { 202: Type.Ref('SentEvent#'), ...errorResponses('not_found', 'invalid_state') },
      },
    },
    async (request, reply) => reply.code(202).send(await sendTest(db, ref(request))),
  );

  app.delete(
    '/webhooks/:id',
    {
      ...may,
      schema: {
        summary: 'Delete a webhook',
        tags,
        params: JobParams,
        response: { 204: Type.Null({ description: 'Gone, with its log.' }), ...errorResponses('not_found') },
      },
    },
    async (request, reply) => {
      await deleteWebhook(db, ref(request));
      return reply.code(204).send(null);
    },
  );
}
