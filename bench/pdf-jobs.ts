import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exchange, finish, ready } from './client.ts';
import { photos, report, scans, screens } from './pdf-pages.ts';
import { type BenchService, startService } from './service.ts';

const send = (service: BenchService, type: string, bytes: Buffer, options: object): Promise<string> =>
  ready(service, { type, filename: 'a.pdf', contentType: 'application/pdf', bytes, options });

/** Milliseconds from start to completed, and the job. */
async function through(service: BenchService, type: string, bytes: Buffer, options: object) {
  const id = await send(service, type, bytes, options);
  const began = performance.now();
  const job = await finish(service, id);
  return { took: performance.now() - began, job };
}

function bare(program: string, args: string[]): number {
  const began = performance.now();
  execFileSync(program, args, { stdio: 'ignore' });
  return performance.now() - began;
}

/** 100 pages with text, charts and photos to PNG at 150 dpi, compared with pdftoppm, which uses one thread. */
async function toImages(service: BenchService, dir: string): Promise<string> {
  const bytes = await report(100);
  const path = join(dir, 'report.pdf');
  await writeFile(path, bytes);
  await through(service, 'pdf-to-image', await report(4), { dpi: 150 });
  const ours: number[] = [];
  for (let round = 0; round < 2; round++)
    ours.push((await through(service, 'pdf-to-image', bytes, { dpi: 150 })).took);
  const theirs = bare('pdftoppm', ['-r', '150', '-png', path, join(dir, 'page')]);
  const best = Math.min(...ours);
  return `100 pages to PNG at 150 dpi: ${(theirs / best).toFixed(1)} × pdftoppm (${(best / 1000).toFixed(1)} against ${(theirs / 1000).toFixed(1)} s); goal ≥ 3 ×`;
}

async function compress(service: BenchService, dir: string, path: string) {
  const bytes = await readFile(path);
  const { took, job } = await through(service, 'pdf-compress', bytes, {});
  const size = (await exchange('GET', job.result.downloadUrl, {})).length;
  const out = join(dir, 'ghostscript.pdf');
  const args = ['-q', '-dSAFER', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook', '-o', out, path];
  const theirs = bare('gs', args);
  const theirSize = (await stat(out)).size;
  console.log(
    `  ${basename(path).padEnd(40)} ${(bytes.length / 1000).toFixed(0).padStart(7)} kB: ${(size / 1000).toFixed(0)} against ${(theirSize / 1000).toFixed(0)} kB (${(size / theirSize).toFixed(2)}), ${took.toFixed(0)} against ${theirs.toFixed(0)} ms (${(took / theirs).toFixed(2)})`,
  );
  return { size, took, theirs, theirSize };
}

/** Generated documents, and those of a folder, compressed and compared with Ghostscript's e-book preset. */
async function compressAll(service: BenchService, dir: string, folder: string | undefined): Promise<string> {
  const made = {
    'scans.pdf': scans(6, 300),
    'photos.pdf': photos(6),
    'screens.pdf': screens(4),
    'report.pdf': report(40),
  };
  const paths: string[] = [];
  for (const [name, bytes] of Object.entries(made)) {
    paths.push(join(dir, name));
    await writeFile(paths.at(-1)!, await bytes);
  }
  if (folder)
    for (const name of (await readdir(folder)).toSorted())
      if (name.endsWith('.pdf')) paths.push(join(folder, name));
  await through(service, 'pdf-compress', await readFile(paths[0]!), {});
  const all: Awaited<ReturnType<typeof compress>>[] = [];
  for (const path of paths) all.push(await compress(service, dir, path));
  const sum = (key: 'size' | 'took' | 'theirs' | 'theirSize') =>
    all.reduce((total, one) => total + one[key], 0);
  const count = (holds: (one: (typeof all)[number]) => boolean) => all.filter(holds).length;
  return `compressed beside gs /ebook, ${all.length} documents: ${(sum('size') / sum('theirSize')).toFixed(2)} × its size (no larger: ${count(one => one.size <= one.theirSize)}), ${(sum('took') / sum('theirs')).toFixed(2)} × its time (no slower: ${count(one => one.took <= one.theirs)}); goal ≤ 1`;
}

/**
 * `node bench/pdf-jobs.ts [images | compress] [FOLDER]`: PDF jobs through the service with the sandbox, measured in one
 * run.
 */
const [which, folder] = process.argv.slice(2);
const service = await startService();
const dir = await mkdtemp(join(tmpdir(), 'filemill-pdf-jobs-'));
try {
  if (which !== 'images') console.log(await compressAll(service, dir, folder));
  if (which !== 'compress') console.log(await toImages(service, dir));
} finally {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
}
