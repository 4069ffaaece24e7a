import { eventTypes } from '../../contract/events.ts';
import type { Operation } from './document.ts';
import { toPascalCase } from './names.ts';

const summaries: Record<(typeof eventTypes)[number], string> = {
  'job.started': 'A worker has taken a job',
  'job.completed': 'A job has completed',
  'job.failed': 'A job has failed',
  'job.canceled': 'A job was canceled',
  'job.expired': 'The files of a job were erased',
  'job.delivered': 'The result of a job was written to its connection',
  'job.delivery_failed': 'The result of a job could not be written to its connection',
  'run.completed': 'A run of a recipe has completed',
  'run.failed': 'A run of a recipe has failed',
  'run.canceled': 'A run of a recipe was canceled',
  'run.delivered': 'The result of a run was written to its connection',
  'run.delivery_failed': 'The result of a run could not be written to its connection',
  'batch.completed': 'Every input of a batch has ended',
  'golden_file.different': 'A recipe no longer makes the accepted result of a golden file',
  'golden_file.failed': 'A recipe fails on the input of a golden file',
};

const describeHeader = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const parameters = [
  describeHeader(
    'webhook-id',
    'The id of the event: the same on every attempt, so that it is taken in once.',
    'evt_01kcz4m8e7fq0v3b9s6t2w5x8y',
  ),
  describeHeader('webhook-timestamp', 'When this attempt was made, in Unix seconds.', '1767225600'),
  describeHeader(
    'webhook-signature',
    'By the Standard Webhooks specification: `v1,` and the base64 of the HMAC-SHA-256 of `id.timestamp.body`; while a secret is rotated, of both.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** Describes the requests to webhooks: events without their id, which is a header. */
export function describeWebhooks({
  id: _,
  ...example
}: {
  id?: string;
}): Record<string, { post: Operation }> {
  const post = (type: (typeof eventTypes)[number]): Operation => ({
    operationId: `on${type.split('.').map(toPascalCase).join('')}`,
    summary: summaries[type],
    description:
      'The event is sent at least once to every webhook that is subscribed to it. Attempts end with a 2xx response within 15 seconds; 410 disables the webhook.',
    tags: ['Events'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { const: type },
              timestamp: { type: 'string', format: 'date-time' },
              data: { $ref: '#/components/schemas/EventData' },
            },
          },
          examples: { event: { value: { ...example, type } } },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event has arrived.' },
      '410': { description: 'The receiver is gone. The webhook is disabled.' },
    },
  });
  return Object.fromEntries(eventTypes.map(type => [type, { post: post(type) }]));
}
