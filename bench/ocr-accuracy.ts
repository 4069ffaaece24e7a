// Measures the character accuracy of the ocr job on the corpus, and on bad scans made from its clean pages.
// node bench/ocr-accuracy.ts [part of a name] [--raw]   (--raw: Tesseract alone beside it)
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { job } from '../src/jobs/ocr/ocr/job.ts';
import { run } from '../src/jobs/ocr/ocr/run.ts';
import { accuracy, wordAccuracy } from '../src/jobs/ocr/ocr/testing/accuracy.ts';
import { harshen } from '../src/jobs/ocr/ocr/testing/harsh.ts';
import { corpusFile } from '../tests/support/corpus.ts';
import { runJob } from '../tests/support/run-job.ts';

const execute = promisify(execFile);
const wanted = process.argv.slice(2).find(argument => !argument.startsWith('--'));
const raw = process.argv.includes('--raw');
const dir = await mkdtemp(join(tmpdir(), 'filemill-ocr-'));

interface Case {
  name: string;
  kind: 'clean' | 'hard' | 'harsh';
  file: string;
  truth: string;
  /** Words in capitals, whose order is not compared. */
  scattered?: boolean;
  options?: Record<string, unknown>;
}

const truthOf = (name: string) => readFile(corpusFile(`ocr/truth/${name}`), 'utf8');
const phototest = await truthOf('test__phototest.gold.txt');
const magazine = await truthOf('test__8087_054.3B.txt');
const receipt = async (name: string) =>
  (await truthOf(`icdar-2019-sroie__${name}.csv`))
    .split(/\r?\n/)
    .map(line => line.split(',').slice(8).join(','))
    .join('\n');
const kant = [...(await truthOf('assets__INPUT_0017.xml')).matchAll(/<TextLine[\s\S]*?<\/TextLine>/g)]
  .map(([line]) => [...line.matchAll(/<Unicode>([^<]*)<\/Unicode>/g)].at(-1)?.[1] ?? '')
  .join('\n');

async function bookPage(page: number): Promise<{ file: string; truth: string }> {
  const book = corpusFile('pdf/pdf.js__freeculture.pdf');
  const part = [
    '-f',
    `${page}`,
    '-l',
    `${page}`,
    '-r',
    '300',
    '-x',
    '250',
    '-y',
    '280',
    '-W',
    '1600',
    '-H',
    '2350',
  ];
  const stem = join(dir, `book-${page}`);
  await execute('pdftoppm', [...part, '-gray', '-png', '-singlefile', book, stem]);
  const { stdout } = await execute('pdftotext', [...part, book, '-']);
  return { file: `${stem}.png`, truth: stdout };
}

const ocrFile = (name: string) => corpusFile(`ocr/${name}`);
const cosmic = 'HellO World\nfrom beyond\nthe Cosmic Void';
const [first, second] = [await bookPage(200), await bookPage(120)];
const cases: Case[] = [
  { name: 'phototest', kind: 'clean', file: ocrFile('test__phototest.tif'), truth: phototest },
  { name: 'testocr', kind: 'clean', file: ocrFile('tesseract.js__testocr.png'), truth: phototest },
  { name: 'turned 180', kind: 'clean', file: ocrFile('test__phototest-rotated-180.png'), truth: phototest },
  { name: 'turned left', kind: 'clean', file: ocrFile('test__phototest-rotated-L.png'), truth: phototest },
  { name: 'turned right', kind: 'clean', file: ocrFile('test__phototest-rotated-R.png'), truth: phototest },
  {
    name: 'exif turned',
    kind: 'clean',
    file: ocrFile('tesseract.js__simple-90.jpg'),
    truth: 'Tesseract.js',
  },
  { name: 'book 1', kind: 'clean', ...first },
  { name: 'book 2', kind: 'clean', ...second },
  { name: 'magazine', kind: 'clean', file: ocrFile('test__8087_054.3B.tif'), truth: magazine },
  { name: 'cosmic', kind: 'hard', file: ocrFile('tesseract.js__cosmic.png'), truth: cosmic },
  {
    name: 'fraktur',
    kind: 'hard',
    file: ocrFile('assets__OCR-D-IMG_0017.tif'),
    truth: kant,
    options: { languages: ['frk'] },
  },
];
for (const name of ['003', '019', '100', '200'])
  cases.push({
    name: `receipt ${name}`,
    kind: 'hard',
    file: ocrFile(`icdar-2019-sroie__${name}.jpg`),
    truth: await receipt(name),
    scattered: true,
  });

const harshnesses = {
  mild: { scale: 0.5, skew: 2.5, noise: 15, contrast: 0.7 },
  harsh: { scale: 0.5, skew: 2.5, noise: 25, contrast: 0.6 },
  worse: { scale: 0.5, skew: -4, noise: 40, contrast: 0.6 },
};
const pages = cases.filter(each => /book|magazine/.test(each.name));
for (const [how, harshness] of Object.entries(harshnesses))
  for (const { name, file, truth } of pages) {
    const output = join(dir, `${how}-${name}.png`);
    if (wanted !== undefined && !`${name} ${how}`.includes(wanted)) continue;
    await harshen(file, output, harshness);
    cases.push({ name: `${name} ${how}`, kind: 'harsh', file: output, truth });
  }

const means: Record<string, number[]> = {};
console.log(`name | kind | accuracy | confidence | ms${raw ? ' | tesseract alone' : ''}`);
for (const each of cases) {
  if (wanted !== undefined && !each.name.includes(wanted)) continue;
  const start = performance.now();
  await using result = await runJob(job, run, each.file, each.options);
  const took = performance.now() - start;
  const [output] = result.outputs;
  const score = each.scattered ? wordAccuracy : accuracy;
  const got = score(each.truth, await readFile(output!.path, 'utf8'));
  means[each.kind] = [...(means[each.kind] ?? []), got];
  const row = [each.name, each.kind, percent(got), String(output!.metadata?.meanConfidence), took.toFixed(0)];
  if (raw) {
    const languages = (each.options?.languages as string[] | undefined) ?? ['eng'];
    const { stdout } = await execute('tesseract', [each.file, 'stdout', '-l', languages.join('+')]);
    row.push(percent(score(each.truth, stdout)));
  }
  console.log(row.join(' | '));
}
for (const [kind, all] of Object.entries(means))
  console.log(`mean ${kind}: ${percent(all.reduce((sum, one) => sum + one, 0) / all.length)}`);
await rm(dir, { recursive: true });

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
