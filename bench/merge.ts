import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange, finish } from './client.ts';
import { pdfWithOutline } from './pdf.ts';
import type { BenchService } from './service.ts';

interface MergeAnswer {
  id: string;
  uploads: { uploadUrl: string }[];
}

/** 50 PDFs of 20 pages with bookmarks, compared with the qpdf command line, which drops the bookmarks. */
export async function merge(service: BenchService): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-merge-'));
  try {
    const sources = Array.from({ length: 50 }, (_, i) => pdfWithOutline(20, `Part ${i + 1}`));
    const paths = sources.map((_, i) => join(dir, `${i}.pdf`));
    await Promise.all(sources.map((bytes, i) => writeFile(paths[i]!, bytes)));
    const bare: number[] = [];
    const through: number[] = [];
    for (let round = 0; round < 5; round++) {
      const bareBegan = performance.now();
      execFileSync('qpdf', ['--empty', '--pages', ...paths, '--', join(dir, 'out.pdf')]);
      bare.push(performance.now() - bareBegan);
      const files = sources.map((bytes, i) => ({
        filename: `${i}.pdf`,
        fileSize: bytes.length,
        contentType: 'application/pdf',
      }));
      const body = JSON.stringify({ files });
      const job = JSON.parse(
        (
          await exchange(
            'POST',
            `${service.base}/merge`,
            { ...service.headers, 'content-type': 'application/json' },
            body,
          )
        ).toString(),
      ) as MergeAnswer;
      for (const [i, upload] of job.uploads.entries())
        await exchange('PUT', upload.uploadUrl, { 'content-type': 'application/pdf' }, sources[i]);
      const began = performance.now();
      await finish(service, job.id);
      through.push(performance.now() - began);
    }
    const [a, b] = [Math.min(...through), Math.min(...bare)];
    return `merge of 50 PDFs, 1000 pages, with bookmarks: ${(a / b).toFixed(2)} × qpdf without (${a.toFixed(0)} against ${b.toFixed(0)} ms); goal ≤ 1.4 ×`;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
