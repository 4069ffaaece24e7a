/** The types of events that are sent to webhooks. */
export const eventTypes = [
  'job.started',
  'job.completed',
  'job.failed',
  'job.canceled',
  'job.expired',
  'job.delivered',
  'job.delivery_failed',
  'run.completed',
  'run.failed',
  'run.canceled',
  'run.delivered',
  'run.delivery_failed',
  'batch.completed',
  'golden_file.different',
  'golden_file.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The type of the event that is sent to one webhook as a test. It is not listed among the events of a workspace. */
export const testEventType = 'webhook.test';
