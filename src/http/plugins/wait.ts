import type { FastifyReply, FastifyRequest } from 'fastify';
import { waitForEnd } from '../../domain/work/jobs/wait.ts';
import type { Services } from '../app.ts';
import { abortOnHangUp } from './hang-up.ts';
import { pauseWorkDuring } from './overload.ts';
import { requireStillAllowed } from './recheck-caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request was counted as waiting before its job was made. */
    isCountedAsWaiting?: true;
  }
}

/** Waits for the end of a job or run, and checks afterwards that the caller may still see it. */
export async function waitFor<Row extends { status: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  id: string,
  read: () => Promise<Row>,
  seconds: number,
  early?: { row: Row; at: number },
): Promise<Row> {
  const { workspaceId } = request.caller;
  const began = performance.now();
  const wait = () =>
    pauseWorkDuring(request.raw, () =>
      waitForEnd(services.changes, id, read, seconds, abortOnHangUp(reply), early),
    );
  const row = await (request.isCountedAsWaiting
    ? wait()
    : request.server.concurrency.waits.runCounted(workspaceId, wait));
  await requireStillAllowed(request, began);
  return row;
}
