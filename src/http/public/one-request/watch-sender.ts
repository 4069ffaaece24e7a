import type { IncomingMessage } from 'node:http';
import { limits } from '../../../settings/limits.ts';

/** The least a sender must bring in so many seconds. */
const leastRate: { seconds: number; bytesPerSecond: number } = {
  seconds: limits.uploadRateSeconds,
  bytesPerSecond: limits.uploadBytesPerSecond,
};

/** Cuts off a sender that falls silent or drips; ended by what it returns. While we are behind with what it sent, it waits for us. */
export function watchSender(request: IncomingMessage, { seconds, bytesPerSecond } = leastRate): () => void {
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    const now = request.socket.bytesRead;
    const isSlow = now - before < bytesPerSecond * seconds && request.readableLength === 0;
    if (isSlow && !request.complete) request.destroy();
    before = now;
  }, seconds * 1000).unref();
  return () => clearInterval(timer);
}
