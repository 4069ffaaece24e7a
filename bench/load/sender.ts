// Sends the requests of bench/load/load.ts: one tiny conversion each, with the file in the request and the result in
// the response.
import { text } from 'node:stream/consumers';
import { csv } from '../client.ts';
import { ownProcessorSeconds } from '../measure.ts';
import { Wire } from './wire.ts';

/** Callers that each wait for their response, or a fixed number of requests per second. */
export type Load = ({ callers: number } | { rate: number }) & { seconds: number };

interface Times {
  p50: number;
  p99: number;
}

export interface Outcome {
  sent: number;
  /** Correct responses per second, between the warm-up and the last request. */
  goodput: number;
  served: Times;
  refused: number;
  refusal: Times;
  other: number;
  /** The code of each error, with its count. */
  others: Record<string, number>;
  /** The CPU time of this process, without its start. */
  processorSeconds: number;
  connections: number;
}

/** The warm-up is not representative. */
const warmUpMs = 2000;

const { base, key, load } = JSON.parse(await text(process.stdin)) as {
  base: string;
  key: string;
  load: Load;
};
const { pathname, host, port } = new URL(`${base}/convert/json?filename=${csv.filename}`);
const head = [
  `POST ${pathname}?filename=${csv.filename} HTTP/1.1`,
  `host: ${host}`,
  `authorization: Bearer ${key}`,
  `content-type: ${csv.contentType}`,
  `content-length: ${csv.bytes.length}`,
];
const wire = new Wire(Number(port), Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), csv.bytes]));

const started = ownProcessorSeconds();
const began = performance.now();
const until = began + load.seconds * 1000;
const served: number[] = [];
const refused: number[] = [];
const others: Record<string, number> = {};
let [sent, inTime] = [0, 0];

/** Returns how long a refused caller has to wait, in milliseconds; 0 after any other response. */
async function convert(): Promise<number> {
  sent += 1;
  const from = performance.now();
  const answer = await wire.send();
  const now = performance.now();
  if (answer?.status === 200 && answer.body.includes('"Grace"')) {
    served.push(now - from);
    if (now > began + warmUpMs && now <= until) inTime += 1;
  } else if (answer?.status === 503 && answer.retryAfter > 0) refused.push(now - from);
  else {
    const code = answer ? `${answer.status} ${/"code":"(\w+)/.exec(answer.body)?.[1] ?? ''}` : 'no answer';
    others[code] = (others[code] ?? 0) + 1;
  }
  return (answer?.retryAfter ?? 0) * 1000;
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

async function asCallers(callers: number): Promise<void> {
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) await sleep(await convert());
    }),
  );
}

/** Each at its own time: a sender that falls behind sends more at once, like a crowd. */
async function atRate(rate: number): Promise<void> {
  const all: Promise<unknown>[] = [];
  while (performance.now() < until) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (all.length < due) all.push(convert());
    await sleep(2);
  }
  await Promise.all(all);
}

const at = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
const times = (values: number[]): Times => ({ p50: at(values, 0.5), p99: at(values, 0.99) });

await ('callers' in load ? asCallers(load.callers) : atRate(load.rate));
const outcome: Outcome = {
  sent,
  goodput: (inTime / (load.seconds * 1000 - warmUpMs)) * 1000,
  served: times(served),
  refused: refused.length,
  refusal: times(refused),
  other: Object.values(others).reduce((sum, n) => sum + n, 0),
  others,
  processorSeconds: ownProcessorSeconds() - started,
  connections: wire.opened,
};
console.log(JSON.stringify(outcome));
process.exit(0);
