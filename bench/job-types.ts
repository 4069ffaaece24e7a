import { execFile, fork } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { median } from './measure.ts';

/**
 * Compares each job type in this work tree with another tree, such as an earlier commit: the same files, alternating,
 * several times. `node bench/job-types.ts <other tree> [times] [only]` prints the ratio of the times.
 */
const exec = promisify(execFile);

interface Row {
  type: string;
  file: string | string[];
  options?: Record<string, unknown>;
  /** For models, one run takes as long as many of the others. */
  slow?: true;
}
interface Cost {
  seconds: number;
  processor: number;
}

const rows: Row[] = [
  { type: 'image/image-convert', file: 'photo.png', options: { outputFormat: 'webp' } },
  { type: 'image/image-compress', file: 'photo.jpg' },
  { type: 'image/image-resize', file: 'photo.jpg', options: { width: 800 } },
  { type: 'image/image-edit', file: 'photo.jpg', options: { operations: [{ type: 'grayscale' }] } },
  { type: 'pdf/pdf-merge', file: ['report.pdf', 'other.pdf'] },
  { type: 'pdf/pdf-split', file: 'report.pdf' },
  { type: 'pdf/pdf-extract', file: 'report.pdf', options: { pages: '2-4' } },
  { type: 'pdf/pdf-remove', file: 'report.pdf', options: { pages: '1' } },
  { type: 'pdf/pdf-rotate', file: 'report.pdf', options: { angle: 90 } },
  { type: 'pdf/pdf-reorder', file: 'report.pdf', options: { pages: '2,1' } },
  { type: 'pdf/pdf-compress', file: 'report.pdf' },
  { type: 'pdf/pdf-protect', file: 'report.pdf', options: { userPassword: 'open' } },
  { type: 'pdf/pdf-unlock', file: 'locked.pdf', options: { password: 'open' } },
  { type: 'pdf/pdf-watermark', file: 'report.pdf', options: { text: 'Draft' } },
  { type: 'pdf/pdf-number', file: 'report.pdf' },
  { type: 'pdf/pdf-to-image', file: 'other.pdf' },
  { type: 'pdf/pdf-repair', file: 'report.pdf' },
  { type: 'pdf/pdf-linearize', file: 'report.pdf' },
  { type: 'pdf/pdf-to-pdfa', file: 'other.pdf' },
  { type: 'pdf/pdf-metadata', file: 'report.pdf', options: { title: 'Report' } },
  { type: 'pdf/pdf-flatten', file: 'report.pdf' },
  { type: 'document/document-convert', file: 'report.docx', options: { outputFormat: 'pdf' } },
  { type: 'document/document-convert', file: 'report.docx', options: { outputFormat: 'md' } },
  { type: 'document/document-convert', file: 'report.md', options: { outputFormat: 'pdf' } },
  { type: 'document/document-convert', file: 'report.pdf', options: { outputFormat: 'txt' } },
  { type: 'document/document-convert', file: 'report.pdf', options: { outputFormat: 'md' } },
  { type: 'document/document-convert', file: 'rows.csv', options: { outputFormat: 'xlsx' } },
  { type: 'document/document-convert', file: 'rows.csv', options: { outputFormat: 'json' } },
  { type: 'document/document-convert', file: 'rows.csv', options: { outputFormat: 'parquet' } },
  { type: 'ocr/ocr', file: 'page.png' },
  { type: 'ai/image-upscale', file: 'small.png', slow: true },
  { type: 'ai/speech-to-text', file: 'sound.wav', slow: true },
  { type: 'ai/voice-isolation', file: 'sound.wav', slow: true },
  { type: 'ai/stem-separation', file: 'sound.wav', slow: true },
];

/** Typical files, created again each time. */
async function makeFiles(dir: string): Promise<void> {
  const at = (name: string) => join(dir, name);
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const photo = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#246', noise } }).blur(
    3,
  );
  await photo.clone().png().toFile(at('photo.png'));
  await photo.clone().jpeg({ quality: 90 }).toFile(at('photo.jpg'));
  await photo.clone().resize(160, 120).png().toFile(at('small.png'));
  const sentence = 'The office keeps its documents warm, and everybody knows where they are. ';
  const part = (n: number) =>
    `# Part ${n}\n\n${sentence.repeat(12)}\n\n- one\n- two\n\n| Name | Amount |\n|---|---:|\n| a | ${n} |\n| b | ${n * 7} |\n\n`;
  await writeFile(at('report.md'), Array.from({ length: 20 }, (_, n) => part(n + 1)).join(''));
  await writeFile(at('other.md'), part(99));
  for (const name of ['report', 'other']) {
    await exec('pandoc', [at(`${name}.md`), '-o', at(`${name}.html`), '-s', '--metadata', `title=${name}`]);
    await exec('weasyprint', [at(`${name}.html`), at(`${name}.pdf`)]);
  }
  await exec('pandoc', [at('report.md'), '-o', at('report.docx')]);
  await exec('qpdf', ['--encrypt', 'open', 'own', '256', '--', at('report.pdf'), at('locked.pdf')]);
  await exec('pdftoppm', ['-png', '-gray', '-r', '150', '-singlefile', at('other.pdf'), at('page')]);
  const line = (n: number) =>
    `${n},name ${n},${(n * 1.25).toFixed(2)},2026-01-${String((n % 28) + 1).padStart(2, '0')}\n`;
  await writeFile(
    at('rows.csv'),
    `id,name,price,day\n${Array.from({ length: 20_000 }, (_, n) => line(n)).join('')}`,
  );
  const sines = 'sine=frequency=220:duration=4[a];sine=frequency=331:duration=4[b];[a][b]amix';
  await exec('ffmpeg', [
    '-loglevel',
    'error',
    '-filter_complex',
    sines,
    '-ar',
    '44100',
    '-ac',
    '2',
    at('sound.wav'),
  ]);
}

/** The CPU seconds of a process and all its children. */
async function processorSeconds(root: number): Promise<number> {
  const stats = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    const text = /^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''));
    if (!text) continue;
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    stats.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const isOurs = (id: number | undefined): boolean =>
    id === root || (id ? isOurs(stats.get(id)?.parent) : false);
  return [...stats].reduce((sum, [id, { ticks }]) => sum + (isOurs(id) ? ticks / 100 : 0), 0);
}

/** Runs jobs in one tree on request. */
async function work(tree: string, dir: string): Promise<void> {
  const { runJob } = await import(join(tree, 'tests/support/run-job.ts'));
  process.on('message', async ({ type, file, options }: Row) => {
    const { job } = await import(join(tree, `src/jobs/${type}/job.ts`));
    const { run } = await import(join(tree, `src/jobs/${type}/run.ts`));
    const files = [file].flat().map(name => join(dir, name));
    const used = await processorSeconds(process.pid);
    const began = performance.now();
    try {
      const result = await runJob(job, run, files, options);
      const seconds = (performance.now() - began) / 1000;
      const processor = (await processorSeconds(process.pid)) - used;
      await result[Symbol.asyncDispose]();
      process.send?.({ seconds, processor });
    } catch (error) {
      process.send?.({ failed: String(error) });
    }
  });
}

async function compareTrees(trees: string[], times: number, only: string): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-bench-'));
  await makeFiles(dir);
  const children = trees.map(tree => fork(import.meta.filename, ['--work', tree, dir], { cwd: tree }));
  const told = (index: number, row: Row): Promise<Cost> =>
    new Promise((settle, fail) => {
      const child = children[index]!;
      child.once('message', (answer: Cost & { failed?: string }) =>
        answer.failed ? fail(new Error(`${trees[index]}: ${answer.failed}`)) : settle(answer),
      );
      child.send(row);
    });
  for (const row of rows.filter(({ type, options }) => `${type} ${JSON.stringify(options)}`.includes(only))) {
    const name = [row.type.split('/')[1], [row.file].flat()[0], row.options?.outputFormat ?? ''].join(' ');
    const costs: Cost[][] = [[], []];
    try {
      for (let turn = 0; turn <= (row.slow ? Math.min(times, 3) : times); turn++)
        for (const index of turn % 2 ? [0, 1] : [1, 0]) {
          const cost = await told(index, row);
          // The first run of each compiles code and starts what is kept running.
          if (turn > 0) costs[index]!.push(cost);
        }
      const of = (index: number, part: keyof Cost) => median(costs[index]!.map(cost => cost[part]));
      const ratio = (part: keyof Cost) => (of(0, part) / of(1, part)).toFixed(3);
      console.log(
        `${name}: ${ratio('seconds')} × by the clock (${of(0, 'seconds').toFixed(3)} s), ${ratio('processor')} × the processor time`,
      );
    } catch (error) {
      console.log(`${name}: ${(error as Error).message}`);
    }
  }
  for (const child of children) child.kill();
  await rm(dir, { recursive: true });
}

const [first, second = '', third] = process.argv.slice(2);
if (first === '--work') await work(resolve(second), third!);
else
  await compareTrees([resolve(import.meta.dirname, '..'), resolve(first!)], Number(second) || 9, third ?? '');
