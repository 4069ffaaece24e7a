import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import type { BenchService } from './service.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A plain HTTP exchange: a benchmark should time the service, not a client library. */
export function ask(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Buffer | string,
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = send(url, { method, agent, headers: { ...headers, ...length } }, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Returns the body of a successful exchange. */
export async function exchange(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Buffer | string,
): Promise<Buffer> {
  const answer = await ask(method, url, headers, body);
  if (answer.status < 300) return answer.body;
  throw new Error(`${method} ${url}: ${answer.status} ${answer.body.subarray(0, 500)}`);
}

export interface FileToSend {
  type: string;
  filename: string;
  contentType: string;
  bytes: Buffer;
  options: object;
}

/** The smallest job there is. */
export const csv: FileToSend = {
  type: 'document-convert',
  filename: 'a.csv',
  contentType: 'text/csv',
  bytes: Buffer.from('name,n\nAda,1\nGrace,2\n'),
  options: { outputFormat: 'json' },
};

interface JobAnswer {
  id: string;
  status: string;
  uploadUrl: string;
  result: { downloadUrl: string };
}

const json = async (answer: Promise<Buffer>): Promise<JobAnswer> => JSON.parse((await answer).toString());

/** Create and upload: the job is ready to start. */
export async function ready(service: BenchService, file: FileToSend): Promise<string> {
  const { type, filename, contentType, bytes, options } = file;
  const body = JSON.stringify({ type, filename, contentType, fileSize: bytes.length, options });
  const job = await json(
    exchange(
      'POST',
      `${service.base}/jobs`,
      { ...service.headers, 'content-type': 'application/json' },
      body,
    ),
  );
  await exchange('PUT', job.uploadUrl, { 'content-type': contentType }, bytes);
  return job.id;
}

/** Start, and wait until it has ended. */
export async function finish(service: BenchService, id: string): Promise<JobAnswer> {
  await exchange('POST', `${service.base}/jobs/${id}/start`, service.headers);
  for (;;) {
    const job = await json(exchange('GET', `${service.base}/jobs/${id}?wait=30`, service.headers));
    if (job.status === 'completed') return job;
    if (['failed', 'canceled'].includes(job.status)) throw new Error(`job ${job.status}`);
  }
}
