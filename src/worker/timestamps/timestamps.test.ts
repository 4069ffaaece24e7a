import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, openHosts, requestFor } from '../../../tests/support/hosts.ts';
import { pdf } from '../../../tests/support/samples.ts';
import { makeCertificate } from '../../../tests/support/servers/certificate.ts';
import {
  startTimestampServer,
  type TimestampServer,
} from '../../../tests/support/servers/timestamp-server.ts';
import type { Hosts } from '../running/hosts.ts';

let temp: string;
let time: TimestampServer;
let hosts: Hosts;
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-timestamps-'));
  time = await startTimestampServer();
  const jobsDir = fileURLToPath(new URL('../../jobs', import.meta.url));
  hosts = await openHosts(join(temp, 'work'), { jobsDir, timestampServers: [time.url], spares: 'none' });
});
afterAll(async () => {
  await hosts?.close();
  time?.close();
  await rm(temp, { recursive: true });
});

const certificate = makeCertificate('Ada');
const bytes = pdf(['a letter']);
const sign = (engines: string[]) =>
  hosts.run(
    requestFor({
      type: 'pdf-sign',
      pool: 'pdf',
      engines,
      options: { certificate, timestamp: true },
      limits: { seconds: 60, startSeconds: 60, memoryMb: 1000 },
      prepare: async dir => {
        const path = join(dir, 'input-0');
        await writeFile(path, bytes);
        return [{ path, filename: 'a.pdf', format: 'pdf', size: bytes.length }];
      },
      collect: async result => (await contentOf(result.outputs[0]!)).toString('latin1'),
    }),
  );

test('a job without network gets a timestamp token through the worker', async () => {
  const signed = await sign(['pikepdf', 'cryptography', 'timestamp-server']);
  // The identifier of the attribute that holds the token.
  expect(signed).toContain('060b2a864886f70d010910020e');
  expect(time.answered).toBe(1);
});

test('a job that did not declare the timestamp server gets no token', async () => {
  await expect(sign(['pikepdf', 'cryptography'])).rejects.toMatchObject({ id: 'engine_error' });
  expect(time.answered).toBe(1);
});
