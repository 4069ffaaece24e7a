import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';

const mb = 1024 ** 2;
const size = 140 * mb;

/** A separate process with a heap of 64 MB. It prints an upload URL, and a download URL for each line it reads. */
const script = `
  import { createInterface } from 'node:readline';
  const { openTransfers } = await import(${JSON.stringify(new URL('../../../../tests/support/transfers.ts', import.meta.url).href)});
  const transfers = await openTransfers();
  const input = { filename: 'a.png', contentType: 'image/png', size: ${size} };
  const id = await transfers.job([input]);
  console.log(transfers.uploadUrl(id, input));
  for await (const line of createInterface({ input: process.stdin }))
    console.log(transfers.downloadUrl((await transfers.state(id)).artifactId, 'a.png'));
  await transfers.stop();
  process.exit(0);`;

const peak = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

async function* picture(): AsyncIterable<Uint8Array> {
  const first = Buffer.alloc(mb);
  first.write('\x89PNG\r\n\x1a\n', 'latin1');
  yield first;
  for (let sent = mb; sent < size; sent += mb) yield Buffer.alloc(mb);
}

test('uploads and downloads 140 MB in a process with little memory', async () => {
  const child = spawn(process.execPath, ['--max-old-space-size=64', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const uploadUrl = (await lines.next()).value as string;
  const idle = peak(child.pid!);

  const sending = request(uploadUrl, { method: 'PUT', headers: { 'content-length': size } });
  const [answered] = await Promise.all([once(sending, 'response'), pipeline(picture, sending)]);
  expect(answered[0].statusCode).toBe(200);
  answered[0].resume();
  expect(peak(child.pid!) - idle).toBeLessThan(80 * mb);

  child.stdin.write('download\n');
  const response = await fetch((await lines.next()).value as string);
  let received = 0;
  for await (const chunk of response.body!) received += chunk.length;
  expect(received).toBe(size);
  expect(peak(child.pid!) - idle).toBeLessThan(100 * mb);

  child.stdin.end();
  await once(child, 'exit');
});
