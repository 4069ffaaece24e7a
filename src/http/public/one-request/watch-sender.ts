import type { IncomingMessage } from 'node:http';
import { type LeastSpeed, SenderSpeed } from '../../../domain/files/uploads/speed.ts';
import { limits } from '../../../settings/limits.ts';

/** Cuts off a sender that is silent or too slow, until the returned function is called. A sender that waits for this service is not cut off. */
export function watchSender(
  request: IncomingMessage,
  least: LeastSpeed = limits,
  seconds: number = limits.heartbeatSeconds,
): () => void {
  const { socket } = request;
  const speed = new SenderSpeed(least);
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isAwaited = request.readableLength === 0 && !request.complete;
    speed.note(socket.bytesRead - before, isAwaited ? seconds * 1000 : 0);
    before = socket.bytesRead;
    if (isAwaited && speed.isTooSlow()) request.destroy();
  }, seconds * 1000).unref();
  return () => clearInterval(timer);
}
