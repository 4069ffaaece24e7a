import type { Duplex } from 'node:stream';
import { type FromHost, readMessage, type ToHost } from './messages.ts';

/**
 * The most a host may send per job, including its result. Progress is sent at most ten times a second, model
 * calls more often.
 */
const bytesPerJob = 16 * 1024 * 1024;
const messagesAtOnce = 100;
const messagesPerSecond = 60;

const excess = 'the host sent more than a job may send';

export interface Channel {
  send(message: ToHost): void;
  /** Resets the count for a new job. */
  reset(): void;
}

/**
 * Opens JSON lines to and from a host. `onBreach` is called once, for an invalid message or too much data.
 */
export function openChannel(
  stream: Duplex,
  onMessage: (message: FromHost) => void,
  onBreach: (what: string) => void,
): Channel {
  let pending: Buffer[] = [];
  let received = 0;
  let messages = 0;
  let since = performance.now();
  let broken = false;

  const tooMany = () => messages > messagesAtOnce + ((performance.now() - since) / 1000) * messagesPerSecond;

  const breach = (what: string) => {
    broken = true;
    pending = [];
    stream.pause();
    onBreach(what);
  };

  stream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > bytesPerJob) return breach(excess);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0 && !broken; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...pending, chunk.subarray(from, end)]).toString('utf8');
      pending = [];
      from = end + 1;
      messages += 1;
      if (tooMany()) return breach(excess);
      const message = readMessage(line);
      if (!message) return breach(`the host sent an invalid message: ${line.slice(0, 200)}`);
      onMessage(message);
    }
    if (!broken && from < chunk.length) pending.push(chunk.subarray(from));
  });
  // A host that exits breaks the stream; its exit is handled elsewhere.
  stream.on('error', () => {});

  return {
    send: message => void stream.write(`${JSON.stringify(message)}\n`),
    reset: () => {
      received = 0;
      messages = 0;
      since = performance.now();
    },
  };
}
