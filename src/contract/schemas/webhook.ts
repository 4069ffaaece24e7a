import { type Static, Type } from 'typebox';
import { eventTypes } from '../events.ts';
import { closed, time } from './fields.ts';
import { nextCursor, PageQuery } from './page.ts';

const url = Type.String({ minLength: 1, maxLength: 2048, description: 'http or https.' });
const events = Type.Array(Type.String({ enum: [...eventTypes, 'all'] }), {
  minItems: 1,
  maxItems: eventTypes.length + 1,
  uniqueItems: true,
  description: 'The types of events sent to it; `["all"]` includes those of later versions.',
});
const description = Type.String({ maxLength: 500, description: 'The purpose of the webhook.' });

export const NewWebhook = Type.Object(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  { ...closed, 'x-name': 'NewWebhook' },
);
export const ChangedWebhook = Type.Object(
  { url: Type.Optional(url), events: Type.Optional(events), description: Type.Optional(description) },
  { ...closed, minProperties: 1, 'x-name': 'ChangedWebhook' },
);

export const Webhook = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String({ enum: [...eventTypes] })),
    description: Type.String(),
    status: Type.String({ enum: ['active', 'paused', 'disabled'] }),
    pausedReason: Type.Optional(Type.String({ enum: ['by_hand', 'failing', 'gone'] })),
    failingSince: Type.Optional(time()),
    oldSecretUntil: Type.Optional(time('Until then both secrets sign.')),
    createdAt: time(),
    updatedAt: time(),
  },
  { ...closed, $id: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

export const WebhookList = Type.Object(
  { webhooks: Type.Array(Type.Ref('Webhook#')) },
  { ...closed, $id: 'WebhookList' },
);
export const WebhookSecret = Type.Object(
  {
    id: Type.String(),
    secret: Type.String({ description: 'Shown only once.' }),
    oldSecretUntil: Type.Optional(time('Until then both secrets sign.')),
  },
  { ...closed, $id: 'WebhookSecret' },
);

export const Delivery = Type.Object(
  {
    webhookId: Type.String(),
    callbackUrl: Type.Optional(
      Type.String({
        description:
          'Where it is sent, if it is the callback of a job or run. `webhookId` then stands for all callbacks of the workspace.',
      }),
    ),
    eventId: Type.String(),
    type: Type.String({ enum: [...eventTypes, 'webhook.test'] }),
    jobId: Type.Optional(Type.String()),
    runId: Type.Optional(Type.String()),
    batchId: Type.Optional(Type.String()),
    subject: Type.Optional(
      Type.String({ description: "The name of the job's first file, or of the run's recipe." }),
    ),
    status: Type.String({ enum: ['pending', 'delivered', 'failed'] }),
    createdAt: time(),
    nextAt: Type.Optional(time('When the next attempt is due.')),
    endedAt: Type.Optional(time()),
    attempts: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          at: time(),
          durationMs: Type.Integer(),
          status: Type.Optional(
            Type.Integer({ description: 'The status of the response, if there was one.' }),
          ),
          answer: Type.Optional(Type.String({ description: 'The first 4 KiB of the response.' })),
          error: Type.Optional(Type.String()),
          signature: Type.Optional(
            Type.String({
              description: 'The `webhook-signature` that was sent; its `webhook-timestamp` is `at`.',
            }),
          ),
          nextAt: Type.Optional(time()),
        },
        closed,
      ),
    ),
    body: Type.Optional(
      Type.String({ description: 'The body, only for a single delivery; the same on every attempt.' }),
    ),
  },
  { ...closed, $id: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;
export const DeliveryList = Type.Object(
  { deliveries: Type.Array(Type.Ref('Delivery#')), nextCursor },
  { ...closed, $id: 'DeliveryList' },
);
export const DeliveryListQuery = Type.Object(
  {
    ...PageQuery.properties,
    status: Type.Optional(Type.String({ enum: ['pending', 'delivered', 'failed'] })),
    type: Type.Optional(Type.String({ enum: [...eventTypes, 'webhook.test'] })),
    eventId: Type.Optional(Type.String({ maxLength: 64 })),
    jobId: Type.Optional(Type.String({ maxLength: 64 })),
    runId: Type.Optional(Type.String({ maxLength: 64 })),
    diagnosticId: Type.Optional(
      Type.String({ format: 'uuid', description: "The diagnostic id of a failure of the event's job." }),
    ),
  },
  closed,
);
export const JobDeliveriesQuery = Type.Object(
  {
    ...PageQuery.properties,
    jobId: DeliveryListQuery.properties.jobId,
    diagnosticId: DeliveryListQuery.properties.diagnosticId,
  },
  closed,
);
export const AllDeliveriesQuery = Type.Object(
  { ...DeliveryListQuery.properties, webhookId: Type.Optional(Type.String({ maxLength: 64 })) },
  closed,
);

export const ActivityQuery = Type.Object(
  {
    hours: Type.Integer({
      minimum: 1,
      maximum: 168,
      default: 24,
      description: 'The number of hours to go back.',
    }),
  },
  closed,
);
export const WebhookActivity = Type.Object(
  {
    hours: Type.Array(
      Type.Object(
        {
          start: time(),
          delivered: Type.Integer({ description: 'Attempts that got a 2xx response.' }),
          retried: Type.Integer({ description: 'Attempts that failed and are repeated.' }),
          failed: Type.Integer({ description: 'Attempts that failed and are not repeated.' }),
        },
        closed,
      ),
      { description: 'The oldest hour first.' },
    ),
  },
  { ...closed, $id: 'WebhookActivity' },
);
export type WebhookActivity = Static<typeof WebhookActivity>;
export const SentEvent = Type.Object(
  { eventId: Type.String({ description: 'Its delivery is in the log.' }) },
  { ...closed, $id: 'SentEvent' },
);
