import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface Sent {
  status: number;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields it expects
  body: any;
}

/** A request whose body the test controls: written, withheld or cut off. */
export interface Sending {
  request: ClientRequest;
  answer: Promise<Sent>;
}

export function begin(method: string, url: string, headers: Record<string, string | number> = {}): Sending {
  const sending = request(url, { method, headers, agent: false });
  const answer = new Promise<Sent>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async response => {
      const body = await text(response);
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        body: body === '' ? undefined : JSON.parse(body),
      });
    });
  });
  // A test that cuts the connection does not read the response.
  answer.catch(() => {});
  sending.flushHeaders();
  return { request: sending, answer };
}

export async function send(
  method: string,
  url: string,
  body?: Uint8Array | string,
  headers: Record<string, string | number> = {},
): Promise<Sent> {
  const sending = begin(method, url, {
    ...(body !== undefined && { 'content-length': body.length }),
    ...headers,
  });
  sending.request.end(body);
  return sending.answer;
}

/** Waits for a condition, never for a fixed time. */
export async function until(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = performance.now() + 100_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`timed out waiting for: ${what}`);
    await pause(10);
  }
}
