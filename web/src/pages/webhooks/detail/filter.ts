import type { Delivery } from '@filemill/client';
import { eventTypes } from '../../../api/events.ts';

/** The filter of the log, as kept in the address. */
export interface LogFilter {
  status?: Delivery['status'];
  type?: Delivery['type'];
  /** A job, a run, an event or a diagnostic id. */
  find?: string;
}

const statuses: string[] = ['pending', 'delivered', 'failed'] satisfies Delivery['status'][];

export const loggedTypes: string[] = [...eventTypes, 'webhook.test'] satisfies Delivery['type'][];

export const readFilter = ({ status, type, find }: Record<string, unknown>): LogFilter => ({
  ...(statuses.includes(status as string) && { status: status as Delivery['status'] }),
  ...(loggedTypes.includes(type as string) && { type: type as Delivery['type'] }),
  ...(typeof find === 'string' && find !== '' && { find }),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The query for the service; `undefined` if the search text cannot be an id. */
export function makeQuery({ find, ...rest }: LogFilter) {
  if (find === undefined) return rest;
  const id = find.trim();
  if (id.startsWith('job_')) return { ...rest, jobId: id };
  if (id.startsWith('run_')) return { ...rest, runId: id };
  if (id.startsWith('evt_')) return { ...rest, eventId: id };
  return uuid.test(id) ? { ...rest, diagnosticId: id } : undefined;
}
