// Makes the requests of bench/load.ts: one tiny conversion each, its file in the request and the result in the answer.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { csv } from './client.ts';

/** Callers that each wait for their answer, or so many requests a second whatever comes of them. */
export type Load = ({ callers: number } | { rate: number }) & { seconds: number };

interface Times {
  p50: number;
  p99: number;
}

export interface Outcome {
  /** Right answers a second, in time. */
  goodput: number;
  served: Times;
  refused: number;
  refusal: Times;
  other: number;
}

/** Nobody waits for longer. */
const patienceMs = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const served: number[] = [];
const refused: number[] = [];
let other = 0;

/** How long a refused caller is told to wait, in milliseconds; 0 after any other answer. */
function convert(base: string, key: string): Promise<number> {
  const began = performance.now();
  const took = () => performance.now() - began;
  return new Promise(resolve => {
    const failed = () => {
      other += 1;
      resolve(0);
    };
    const sent = request(
      `${base}/convert/json?filename=${csv.filename}`,
      {
        method: 'POST',
        agent,
        timeout: patienceMs,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': csv.contentType,
          'content-length': csv.bytes.length,
        },
      },
      async answer => {
        const body = await text(answer).catch(() => '');
        const retry = Number(answer.headers['retry-after'] ?? 0);
        if (answer.statusCode === 200 && body.includes('"Grace"') && took() < patienceMs) served.push(took());
        else if (answer.statusCode === 503 && retry > 0) refused.push(took());
        else other += 1;
        resolve(retry * 1000);
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('nobody waits any longer')));
    sent.once('error', failed);
    sent.end(csv.bytes);
  });
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

async function asCallers(base: string, key: string, callers: number, until: number): Promise<void> {
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) await sleep(await convert(base, key));
    }),
  );
}

/** Each at its own moment: a sender that falls behind sends the more at once, as a crowd would. */
async function atRate(base: string, key: string, rate: number, until: number): Promise<void> {
  const began = performance.now();
  const all: Promise<unknown>[] = [];
  while (performance.now() < until) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (all.length < due) all.push(convert(base, key));
    await sleep(2);
  }
  await Promise.all(all);
}

const at = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
const times = (values: number[]): Times => ({ p50: at(values, 0.5), p99: at(values, 0.99) });

const { base, key, load } = JSON.parse(await text(process.stdin)) as {
  base: string;
  key: string;
  load: Load;
};
const began = performance.now();
const until = began + load.seconds * 1000;
if ('callers' in load) await asCallers(base, key, load.callers, until);
else await atRate(base, key, load.rate, until);
// What was sent at the end is answered after it: the time until then counts.
const seconds = (performance.now() - began) / 1000;
const outcome: Outcome = {
  goodput: served.length / seconds,
  served: times(served),
  refused: refused.length,
  refusal: times(refused),
  other,
};
console.log(JSON.stringify(outcome));
process.exit(0);
