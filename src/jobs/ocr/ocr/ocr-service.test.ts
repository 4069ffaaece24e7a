import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { until } from '../../../../tests/support/sending.ts';
import { useSharedService } from '../../../../tests/support/use-service.ts';
import type { Job } from '../../../contract/schemas/job.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { printed } from './testing/printed.ts';
import { scanPdf } from './testing/scan.ts';

const at = testFolder();
const service = useSharedService();

test('a hundred pages report progress, and stop when canceled', async () => {
  const image = await printed(['one page of many'], 24);
  const file = await scanPdf(
    at('hundred.pdf'),
    Array.from({ length: 100 }, () => ({ image })),
  );
  const bytes = await readFile(file);
  const client = await service.client();
  const job = await client.create({
    type: 'ocr',
    filename: 'hundred.pdf',
    contentType: 'application/pdf',
    fileSize: bytes.length,
  });
  await client.upload(job.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${job.id}/start`));
  const seen = new Set<number>();
  await until(async () => {
    const { status, progress } = await client.expect(client.get<Job>(`/jobs/${job.id}`));
    expect(['queued', 'processing']).toContain(status);
    if (progress > 0) seen.add(progress);
    return seen.size >= 3;
  }, 'three steps of progress');
  const percentages = [...seen];
  expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
  expect(percentages.at(-1)).toBeLessThan(100);
  const canceled = await client.expect(client.post<Job>(`/jobs/${job.id}/cancel`));
  expect(canceled.status).toBe('canceled');
  // The host that read it is free for others.
  const next = await client.run(
    { type: 'ocr', filename: 'one.png', contentType: 'image/png', bytes: image },
    {},
  );
  expect(next.status).toBe('completed');
});
