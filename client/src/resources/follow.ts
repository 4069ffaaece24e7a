import { pause } from '../core/abort.ts';
import { FilemillError } from '../core/errors.ts';
import { computeDelay, type RetryOptions } from '../core/retry.ts';
import { readEvents } from '../core/sse.ts';

/** Three heartbeats of the service. If none arrives, a proxy is buffering the stream. */
const idleMs = 45_000;
const longPollSeconds = 30;
/** The number of consecutive empty streams after which long polls are used. */
const maxEmptyStreams = 2;

export interface Following {
  /** Opens the stream of events with these headers. */
  open(headers: Record<string, string>): Promise<Response>;
  /** Reads the state as soon as it has ended, or after the given seconds. */
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
 * Yields the events of a job or run until it has ended: from Server-Sent Events, resumed after a broken connection, or
 * from long polls if no stream is possible.
 */
export async function* follow(following: Following): AsyncGenerator<News> {
  const { open, poll, hasEnded, retry, signal } = following;
  let headers: Record<string, string> = {};
  for (let empty = 0; empty < maxEmptyStreams; ) {
    try {
      empty += 1;
      for await (const { id, event, data } of readEvents(await open(headers), idleMs, signal)) {
        empty = 0;
        if (id) headers = { 'last-event-id': id };
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
  let lastStatus = '';
  for (;;) {
    const data = await poll(longPollSeconds);
    const now = `${data.status} ${data.progress}`;
    if (now !== lastStatus) yield { event: 'status', data };
    if (hasEnded(data.status)) return;
    lastStatus = now;
  }
}
