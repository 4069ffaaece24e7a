import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contentOf,
  type Logged,
  openHosts,
  recordingLog,
  requestFor,
} from '../../../../tests/support/hosts.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import type { Hosts } from '../../../worker/running/hosts.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { job } from './job.ts';
import { scanPdf } from './testing/scan.ts';

const at = testFolder();
const logged: Logged[] = [];
let hosts: Hosts;
beforeAll(async () => {
  hosts = await openHosts(at('work'), {
    jobsDir: new URL('../..', import.meta.url).pathname,
    maxHosts: 1,
    log: recordingLog(logged),
  });
});
afterAll(() => hosts.close());

async function recognise(file: string, outputFormat: 'txt' | 'pdf'): Promise<string> {
  const options = Value.Default(job.options, { outputFormat }) as Parameters<
    typeof job.resolve
  >[0]['options'];
  return hosts.run(
    requestFor({
      type: 'ocr',
      pool: job.resolve({ input: 'pdf', options }).host ?? 'standard',
      options,
      limits: { seconds: 120, memoryMb: 3072, outputBytes: 1e8 },
      prepare: async work => {
        const path = join(work, 'input-0');
        await copyFile(file, path);
        return [{ path, filename: 'scan.pdf', format: 'pdf', size: (await stat(file)).size }];
      },
      collect: async result => (await contentOf(result.outputs[0]!)).toString('latin1'),
    }),
  );
}

test('one host reads several PDFs without being retired for its PDF process', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300"><rect width="800" height="300" fill="#fff"/><text x="60" y="170" font-family="DejaVu Sans" font-size="60">One host for all</text></svg>';
  const image = await sharp(Buffer.from(drawing)).png().toBuffer();
  const file = await scanPdf(at('scan.pdf'), [{ image }]);
  expect(await recognise(file, 'txt')).toContain('One host for all');
  expect(await recognise(file, 'pdf')).toMatch(/^%PDF-/);
  expect(await recognise(file, 'txt')).toContain('One host for all');
  expect(logged.filter(({ message }) => message === 'host retired')).toEqual([]);
});
