// Runs many jobs one after the other and looks at what is left: memory, processes, files. One file in ten is bad and must fail alone.
// node bench/endurance.ts [office documents] [web pages] [PDFs per job type] [jobs in the cold burst]
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobType } from '../src/jobs/job-type.ts';
import { loadJobTypes } from '../src/jobs/registry.ts';
import { pdf } from '../tests/support/samples.ts';
import { findBase64File } from '../web/site/examples/base64.ts';
import type { Example } from '../web/site/examples/chosen.ts';
import { chooseExample } from '../web/site/examples/example.ts';
import { nameFields } from '../web/site/pages/requests.ts';
import { type BenchService, startService } from './service.ts';

const [offices = 300, pages = 500, pdfs = 100, burst = 50] = process.argv.slice(2).map(Number);
const atOnce = 4;

interface Sent {
  /** The job type with its options, as in an address. */
  path: string;
  filename: string;
  type: string;
  body: Buffer;
}

/** A form with a file for each input. */
type SentForm = Pick<Sent, 'path'> & { body: FormData };

/** Runs a job in one request. Returns whether it succeeded; anything but success or a failed job is an error. */
async function run(service: BenchService, sent: Sent | SentForm): Promise<boolean> {
  const { path } = sent;
  const address = `${service.base}/run/${path}${path.includes('?') ? '&' : '?'}wait=300`;
  const response = await ('filename' in sent
    ? fetch(`${address}&filename=${sent.filename}`, {
        method: 'POST',
        headers: { ...service.headers, 'content-type': sent.type },
        body: new Uint8Array(sent.body),
      })
    : fetch(address, { method: 'POST', headers: service.headers, body: sent.body }));
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status === 200) return true;
  if (response.status === 422) return false;
  throw new Error(`${path}: ${response.status} ${bytes.toString('utf8', 0, 300)}`);
}

/** Megabytes that memory grows by in a hundred jobs, by the line nearest to all samples. */
function computeSlope(samples: { job: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(samples.map(({ job }) => job)), mean(samples.map(({ mb }) => mb))];
  const [above, below] = samples.reduce(
    ([a, b], { job, mb }) => [a + (job - x) * (mb - y), b + (job - x) ** 2],
    [0, 0],
  );
  return (100 * above!) / (below! || 1);
}

const countFiles = (service: BenchService): number =>
  readdirSync(join(service.dataDir, 'work'), { recursive: true }).filter(name =>
    /(^|\/)(given|taken)-|work\/\d+\//.test(String(name)),
  ).length;

async function endure(
  service: BenchService,
  name: string,
  count: number,
  make: (index: number) => (Sent | SentForm) & { isBad: boolean },
): Promise<void> {
  if (count === 0) return;
  let [next, failed, wrong] = [0, 0, 0];
  const samples: { job: number; mb: number }[] = [];
  const began = performance.now();
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const { isBad, ...sent } = make(index);
      const succeeded = await run(service, sent);
      if (!succeeded) failed += 1;
      if (succeeded === isBad) wrong += 1;
      // The first jobs load what all later ones use.
      if (index >= count / 5 && index % Math.ceil(count / 40) === 0)
        samples.push({ job: index, mb: service.memoryMb() });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - began) / 1000;
  await sleep(3000);
  console.log(
    `${name}: ${count} in ${seconds.toFixed(0)} s, ${failed} failed (${wrong} jobs ended otherwise than expected), ` +
      `${computeSlope(samples).toFixed(1)} MB more for each hundred, ${Math.max(0, ...samples.map(({ mb }) => mb)).toFixed(0)} MB at most, ` +
      `${service.processes()} processes and ${countFiles(service)} files of jobs left`,
  );
}

const inputs = new URL('../web/site/examples/inputs/', import.meta.url);
const readInput = (name: string): Buffer => readFileSync(new URL(name, inputs));

/** Fills the form of the request that a job type's page shows, with another file in place of the first if one is given. */
function fillForm(job: JobType, example: Example, first?: Buffer): FormData {
  const form = new FormData();
  const options = Object.entries(example.options).map(([name, value]) => {
    const file = findBase64File(value);
    return [name, file ? readInput(file).toString('base64') : value];
  });
  form.set('options', JSON.stringify(Object.fromEntries(options)));
  for (const [index, [field, name]] of nameFields(job, example).entries()) {
    const isReplaced = first && index === 0;
    form.append(
      field,
      new Blob([new Uint8Array(isReplaced ? first : readInput(name))]),
      isReplaced ? 'a.pdf' : name,
    );
  }
  return form;
}

const dir = await mkdtemp(join(tmpdir(), 'filemill-endurance-'));
const docx = join(dir, 'a.docx');
execFileSync('pandoc', ['-f', 'markdown', '-o', docx], {
  input: Array.from({ length: 40 }, (_, at) => `# Part ${at}\n\n${'Words of a letter. '.repeat(40)}\n`).join(
    '\n',
  ),
});
const letter = readFileSync(docx);
await rm(dir, { recursive: true });
const isBad = (index: number): boolean => index % 10 === 9;

const service = await startService();
try {
  // Nothing is warm yet: hosts, modules and the browser start while these wait.
  const lost = await Promise.allSettled(
    Array.from({ length: burst }, (_, index) =>
      run(service, {
        path: 'document-convert?outputFormat=json',
        filename: `${index}.csv`,
        type: 'text/csv',
        body: Buffer.from(`name,n\nAda,${index}\n`),
      }),
    ),
  );
  const done = lost.filter(each => each.status === 'fulfilled' && each.value).length;
  if (burst > 0) console.log(`a cold burst of ${burst} jobs: ${done} completed, ${burst - done} lost`);
  await service.settled();

  await endure(service, 'office documents to PDF', offices, index => ({
    path: 'document-convert?outputFormat=pdf',
    filename: 'a.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    body: isBad(index) ? letter.subarray(0, letter.length - 2000) : letter,
    isBad: isBad(index),
  }));
  await endure(service, 'web pages to PDF', pages, index => {
    // One page in a hundred hangs, and holds a place for half a minute.
    const hangs = index % 100 === 49;
    const script = hangs ? 'for (;;);' : "document.body.append('by script')";
    const isMissing = isBad(index);
    return {
      path: `html-to-pdf${isMissing ? '?pages=99' : ''}`,
      filename: 'a.html',
      type: 'text/html',
      body: Buffer.from(
        `<!doctype html><h1>Page ${index}</h1><div style="display:grid">${'<p>text'.repeat(50)}</div><script>${script}</script>`,
      ),
      isBad: hangs || isMissing,
    };
  });
  // Each page has its own words: lines that repeat on every page are taken for running heads.
  const words = [
    'apples',
    'birds',
    'clouds',
    'doors',
    'engines',
    'ferries',
    'gardens',
    'horses',
    'islands',
    'jars',
  ];
  const document = pdf(words.map(word => `This page is about ${word} and nothing else.`));
  const damaged = Buffer.from('%PDF-1.7\nnothing of a document\n%%EOF\n');
  await endure(service, 'PDF to text', pdfs, index => ({
    path: 'document-convert?outputFormat=txt',
    filename: 'a.pdf',
    type: 'application/pdf',
    body: isBad(index) ? damaged : document,
    isBad: isBad(index),
  }));
  for (const job of (await loadJobTypes()).values()) {
    if (!job.id.startsWith('pdf-')) continue;
    const example = chooseExample(job);
    await endure(service, job.id, pdfs, index => ({
      path: job.id,
      body: fillForm(job, example, isBad(index) ? damaged : undefined),
      isBad: isBad(index),
    }));
  }
} finally {
  await service.stop();
}
