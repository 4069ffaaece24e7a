import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';

const mb = 1024 ** 2;
const size = Number(process.env.ONE_REQUEST_MB ?? 200) * mb;

/** A separate process with a heap of 96 MB that serves the API without a worker. */
const script = `
  const { startService } = await import(${JSON.stringify(new URL('../support/service.ts', import.meta.url).href)});
  const service = await startService('api');
  const { base, key } = await service.client();
  console.log(JSON.stringify({ base, key }));
  process.stdin.on('end', async () => { await service.stop(); process.exit(0); }).resume();`;

const peak = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const tail = '\r\n--x\r\nContent-Disposition: form-data; name="outputFormat"\r\n\r\nwebp\r\n--x--\r\n';

const field = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'1'.repeat(mb / 4)}\r\n`;

async function* form(): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${head}`, 'latin1');
  const first = Buffer.alloc(mb);
  first.write('\x89PNG\r\n\x1a\n', 'latin1');
  yield first;
  for (let sent = mb; sent < size; sent += mb) yield Buffer.alloc(mb);
  yield Buffer.from(tail);
}

test('a large form is streamed with little memory, and an option after its file is read', async () => {
  const child = spawn(process.execPath, ['--max-old-space-size=96', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { base, key } = JSON.parse((await lines.next()).value as string);
  const idle = peak(child.pid!);
  const sending = request(`${base}/run/image-convert?wait=0`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' },
  });
  const [[answer]] = await Promise.all([once(sending, 'response'), pipeline(form, sending)]);
  const job = (await json(answer)) as Job;
  expect([answer.statusCode, job.inputs[0]!.fileSize, job.options.outputFormat]).toEqual([202, size, 'webp']);
  expect(peak(child.pid!) - idle).toBeLessThan(100 * mb);

  // Forms with many long fields are refused early, even while their senders continue.
  const refusals = Array.from({ length: 20 }, async () => {
    const sending = request(`${base}/convert/webp?wait=0`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    for (let index = 0; index < 40; index++) sending.write(field);
    const [answer] = await once(sending, 'response');
    const { message } = (await json(answer)) as { message: string };
    sending.on('error', () => {}).destroy();
    return `${answer.statusCode} ${message}`;
  });
  for (const refusal of await Promise.all(refusals))
    expect(refusal).toMatch(/^400 The fields of the form have more than/);
  expect(child.exitCode).toBe(null);
  child.stdin.end();
  await once(child, 'exit');
});
