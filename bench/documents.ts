import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exchange, finish, ready } from './client.ts';
import { type BenchService, startService } from './service.ts';
import { convertCold, wordDocument } from './word.ts';

const run = promisify(execFile);
const cores = availableParallelism();
/** More than there are cores, like real callers: one uploads while another is served. */
const callers = 2 * cores;

const pagesOf = async (pdf: string): Promise<number> =>
  Number(/^Pages:\s+(\d+)/m.exec((await run('pdfinfo', [pdf])).stdout)![1]);

async function secondsFor(
  count: number,
  lanes: number,
  work: (lane: number) => Promise<unknown>,
): Promise<number> {
  let left = count;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (left-- > 0) await work(lane);
    }),
  );
  return (performance.now() - began) / 1000;
}

const fileFrom = async (path: string) => ({
  type: 'document-convert',
  filename: 'report.docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  bytes: await readFile(path),
  options: { outputFormat: 'pdf' },
});

/** 25 pages to PDF, including the client, alternating with one cold LibreOffice per file on the same cores. */
async function throughput(service: BenchService, dir: string): Promise<string> {
  const docx = await wordDocument(dir, 21);
  const file = await fileFrom(docx);
  const through = async () => {
    const job = await finish(service, await ready(service, file));
    const pdf = await exchange('GET', job.result.downloadUrl, {});
    await writeFile(join(dir, 'through.pdf'), pdf);
  };
  const [few, count] = [4, 12];
  await secondsFor(few, cores, lane => convertCold(docx, dir, lane));
  await secondsFor(few, callers, through);
  let [bare, warm] = [0, 0];
  for (let round = 0; round < 2; round++) {
    warm += await secondsFor(count, callers, through);
    bare += await secondsFor(count, cores, lane => convertCold(docx, dir, lane));
  }
  const pages = [await pagesOf(join(dir, 'through.pdf')), await pagesOf(await convertCold(docx, dir, 0))];
  const [a, b] = [(2 * count) / warm, (2 * count) / bare];
  return `docx of ${pages[0]} pages to PDF: ${(a / b).toFixed(2)} × one cold LibreOffice a file (${a.toFixed(2)} against ${b.toFixed(2)} a second, ${pages[1]} pages); goal ≥ 1.8 ×`;
}

/** From start to completed for a one-page document, one after another, in a warm service. */
async function latency(service: BenchService, dir: string): Promise<string> {
  const file = await fileFrom(await wordDocument(dir, 1));
  const took: number[] = [];
  for (let i = 0; i < 110; i++) {
    const id = await ready(service, file);
    const began = performance.now();
    await finish(service, id);
    if (i >= 10) took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return `one-page docx to PDF, warm: p50 ${took[50]!.toFixed(0)} ms, p95 ${took[95]!.toFixed(0)}, most ${took[99]!.toFixed(0)}; goal p95 ≤ 400 ms`;
}

/**
 * `node bench/documents.ts`: office documents through the service with the sandbox, measured in one run on this
 * machine.
 */
const service = await startService();
const dir = await mkdtemp(join(tmpdir(), 'filemill-documents-'));
try {
  console.log(await latency(service, dir));
  console.log(await throughput(service, dir));
} finally {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
}
