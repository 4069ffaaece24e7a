import { pause } from '../core/abort.ts';
import { FilemillError } from '../core/errors.ts';
import { computeDelay, type RetryOptions } from '../core/retry.ts';
import { readEvents } from '../core/sse.ts';

/** Three heartbeats of the service. If none arrives, a proxy is holding the stream back. */
const idleMs = 45_000;
const longPollSeconds = 30;
/** Streams in a row that gave nothing before long polls take over. */
const maxEmptyStreams = 2;

export interface Following {
  /** Opens the stream of events behind the one named. */
  open(lastEventId: string | undefined): Promise<Response>;
  /** Reads the state as soon as it is an end state, or when the seconds are over. */
  poll(waitSeconds: number): Promise<{ status: string; progress?: number }>;
  hasEnded(status: string): boolean;
  retry: RetryOptions;
  signal: AbortSignal | undefined;
}

export interface News {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each resource says what its events carry
  data: any;
}

/**
 * Tells what happens to a job or run until it has ended: by Server-Sent Events, resumed where the line broke, or by
 * long polls where no stream is to be had.
 */
export async function* follow(following: Following): AsyncGenerator<News> {
  const { open, poll, hasEnded, retry, signal } = following;
  let lastEventId: string | undefined;
  for (let empty = 0; empty < maxEmptyStreams; ) {
    try {
      empty += 1;
      for await (const { id, event, data } of readEvents(await open(lastEventId), idleMs, signal)) {
        empty = 0;
        lastEventId = id || lastEventId;
        const news: News = { event, data: JSON.parse(data) };
        yield news;
        if (event === 'status' && hasEnded(news.data.status)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // A refused stream is not retried by polling, which would be refused too.
      if (error instanceof FilemillError && error.status >= 400 && error.status < 500) throw error;
      await pause(computeDelay(error, empty, true, retry) ?? 0, signal);
    }
  }
  let told = '';
  for (;;) {
    const data = await poll(longPollSeconds);
    const now = `${data.status} ${data.progress}`;
    if (now !== told) yield { event: 'status', data };
    if (hasEnded(data.status)) return;
    told = now;
  }
}
