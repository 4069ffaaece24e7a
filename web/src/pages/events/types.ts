import type { EventType } from '../../api/events.ts';

export const eventTypes: EventType[] = [
  'job.started',
  'job.completed',
  'job.failed',
  'job.canceled',
  'job.expired',
  'run.completed',
  'run.failed',
  'run.canceled',
];
