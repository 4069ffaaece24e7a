// A scan to a searchable PDF, through the service and by `ocrmypdf --jobs 2`: pages a minute and how much was read right.
// node bench/ocr.ts [pages]   (needs ocrmypdf and the corpus)
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sharp } from '../src/engines/sharp/engine.ts';
import { writeImagesAsPdf } from '../src/jobs/ocr/ocr/source/image-pdf.ts';
import { accuracy } from '../src/jobs/ocr/ocr/testing/accuracy.ts';
import { corpusFile } from '../tests/support/corpus.ts';
import { exchange, finish, ready } from './client.ts';
import { startService } from './service.ts';

const count = Number(process.argv[2] ?? 20);
const dir = await mkdtemp(join(tmpdir(), 'filemill-ocr-'));
const book = corpusFile('pdf/pdf.js__freeculture.pdf');
const first = 100;
const range = ['-f', `${first}`, '-l', `${first + count - 1}`];
const dpi = 300;

const textsOf = (file: string, args: string[] = []): string[] =>
  execFileSync('pdftotext', [...args, file, '-'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\f');

/** Pages of a book as from a scanner: grey JPEGs. */
async function scan(): Promise<string> {
  await promisify(execFile)('pdftoppm', [
    '-jpeg',
    '-gray',
    '-r',
    `${dpi}`,
    ...range,
    book,
    join(dir, 'page'),
  ]);
  const images = [];
  for (let page = first; page < first + count; page++) {
    const path = join(dir, `page-${page}.jpg`);
    images.push({ path, page: 0, header: await sharp(path).metadata(), dpi });
  }
  const file = join(dir, 'scan.pdf');
  await writeImagesAsPdf(images, file);
  return file;
}

function report(name: string, seconds: number, file: string): void {
  const [truths, read] = [textsOf(book, range), textsOf(file)];
  const shares = truths.slice(0, count).map((truth, page) => accuracy(truth, read[page] ?? ''));
  const mean = shares.reduce((sum, share) => sum + share, 0) / count;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${((60 * count) / seconds).toFixed(1)} pages a minute, ${(100 * mean).toFixed(2)} % of characters`,
  );
}

const file = await scan();
const service = await startService();
try {
  const output = join(dir, 'filemill.pdf');
  const began = performance.now();
  const job = await ready(service, {
    type: 'ocr',
    filename: 'scan.pdf',
    contentType: 'application/pdf',
    bytes: await readFile(file),
    options: { outputFormat: 'pdf' },
  });
  const { result } = await finish(service, job);
  const took = (performance.now() - began) / 1000;
  await writeFile(output, await exchange('GET', result.downloadUrl, {}));
  report('filemill', took, output);
} finally {
  await service.stop();
}
const output = join(dir, 'ocrmypdf.pdf');
const began = performance.now();
await promisify(execFile)('ocrmypdf', [
  '--jobs',
  '2',
  '--output-type',
  'pdf',
  '--optimize',
  '0',
  '-q',
  file,
  output,
]);
report('ocrmypdf --jobs 2', (performance.now() - began) / 1000, output);
await rm(dir, { recursive: true });
