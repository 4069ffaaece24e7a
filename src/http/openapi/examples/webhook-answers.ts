import { exampleTime, makeExampleId } from './ids.ts';

const webhook = {
  id: makeExampleId('webhook'),
  url: 'https://example.org/hooks/filemill',
  events: ['job.completed', 'job.failed'],
  description: 'Tells the shop.',
  status: 'active',
  createdAt: exampleTime,
  updatedAt: exampleTime,
};
export const delivery = {
  webhookId: makeExampleId('webhook'),
  eventId: makeExampleId('event'),
  type: 'job.completed',
  jobId: makeExampleId('job'),
  status: 'delivered',
  createdAt: exampleTime,
  endedAt: exampleTime,
  attempts: [{ number: 1, at: exampleTime, durationMs: 84, status: 200, answer: 'ok' }],
};

const connection = {
  id: makeExampleId('connection'),
  name: 'archive',
  kind: 'webdav',
  url: 'https://files.example.org/dav',
  username: 'filemill',
  createdAt: exampleTime,
  testedAt: exampleTime,
};

const trigger = {
  id: makeExampleId('trigger'),
  name: 'Read new scans',
  type: 'ocr',
  options: {},
  watch: { connection: 'archive', prefix: 'scans/', pattern: '**/*.pdf', everySeconds: 60, existing: false },
  output: { connection: makeExampleId('connection'), key: 'text/{name}.{ext}' },
  enabled: true,
  nextAt: exampleTime,
  createdAt: exampleTime,
};

/** An example of each answer about webhooks, connections and triggers, by the name of its schema. */
export const webhookAnswers: Record<string, object> = {
  Connection: connection,
  ConnectionList: { connections: [connection] },
  Trigger: trigger,
  TriggerList: { triggers: [trigger] },
  TriggerLog: {
    entries: [{ key: 'scans/1.pdf', outcome: 'started', batchId: makeExampleId('batch'), at: exampleTime }],
    nextCursor: null,
  },
  Webhook: webhook,
  WebhookList: { webhooks: [webhook] },
  WebhookSecret: { id: makeExampleId('webhook'), secret: 'whsec_…' },
  WebhookActivity: { hours: [{ start: exampleTime, delivered: 41, retried: 1, failed: 0 }] },
  Delivery: delivery,
  DeliveryList: { deliveries: [delivery], nextCursor: null },
  RedeliveredEvents: { redelivered: 3 },
  SentEvent: { eventId: makeExampleId('event') },
};
