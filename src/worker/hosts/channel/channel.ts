import type { Duplex } from 'node:stream';
import { type FromHost, readMessage, type ToHost } from './messages.ts';

/** All that a host may say in one job, its result included; progress comes at most ten times a second, calls of models oftener. */
const bytesPerJob = 16 * 1024 * 1024;
const messagesAtOnce = 100;
const messagesPerSecond = 60;

const excess = 'the host sent more than a job may say';

export interface Channel {
  send(message: ToHost): void;
  /** Starts a new job's count. */
  reset(): void;
}

/** JSON lines to and from a host. `onBreach` is called once, when it says what no host says or too much of it. */
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
      if (!message) return breach(`the host sent what is no message: ${line.slice(0, 200)}`);
      onMessage(message);
    }
    if (!broken && from < chunk.length) pending.push(chunk.subarray(from));
  });
  // A host that ends tears the stream; its exit is what counts.
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
