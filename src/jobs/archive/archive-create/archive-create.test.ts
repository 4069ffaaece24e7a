import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { Refusal } from '../../job-type.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-packing-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Writes a file in a folder of its own, since names may repeat. */
let count = 0;
function write(name: string, text: string): string {
  const folder = join(dir, String(count++));
  mkdirSync(folder);
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
const files = [
  write('-a*.txt', 'first'),
  write('@b.txt', 'second'),
  write('Grüße 日本.txt', 'third'),
  write('@b.txt', 'fourth'),
];
const contents = {
  '-a*.txt': 'first',
  '@b.txt': 'second',
  '@b (2).txt': 'fourth',
  'Grüße 日本.txt': 'third',
};
const pack = (options: Record<string, unknown>, given = files) => runJob(job, run, given, options);

/** Reads an archive with Python's own libraries, or with tar. */
function read(path: string, outputFormat: string): Record<string, string> {
  const code = {
    zip: 'z = zipfile.ZipFile(path); found = {n: z.read(n).decode() for n in z.namelist()}',
    'tar.gz':
      't = tarfile.open(path); found = {m.name: t.extractfile(m).read().decode() for m in t.getmembers()}',
    'tar.zst':
      't = tarfile.open(fileobj=io.BytesIO(subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout)); found = {m.name: t.extractfile(m).read().decode() for m in t.getmembers()}',
  }[outputFormat];
  const program = `import io, json, subprocess, sys, tarfile, zipfile\npath = sys.argv[1]\n${code}\nprint(json.dumps(found))`;
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', program, path], { encoding: 'utf8' }));
}

describe('archive-create', () => {
  it.each(['zip', 'tar.gz', 'tar.zst'])('packs %s with any file names', async outputFormat => {
    await using made = await pack({ outputFormat });
    const [output] = made.outputs;
    expect(output).toMatchObject({ filename: `archive.${outputFormat}`, metadata: { files: 4 } });
    expect(read(output!.path, outputFormat)).toEqual(contents);
  });

  it('encrypts zip, and 7z including the file names', async () => {
    for (const [outputFormat, password] of [
      ['7z', 'pass wörd'],
      ['zip', 'pass word'],
    ] as const) {
      await using made = await pack({ outputFormat, password }, files.slice(2, 3));
      const { path, filename } = made.outputs[0]!;
      expect(filename).toBe(`Grüße 日本.${outputFormat}`);
      const test = (given: string) => () =>
        execFileSync('7zz', ['t', `-p${given}`, path], {
          stdio: 'pipe',
          env: { LC_ALL: 'C.UTF-8', ...process.env },
        });
      expect(test('other')).toThrow();
      expect(String(test(password)())).toContain('Everything is Ok');
    }
  });

  it('applies the compression level, and refuses a password for formats without encryption', async () => {
    const long = [write('long.txt', 'abcdefgh'.repeat(10_000))];
    const sizes = [];
    for (const level of [0, 9]) {
      await using made = await pack({ outputFormat: 'zip', level }, long);
      sizes.push(execFileSync('stat', ['-c', '%s', made.outputs[0]!.path], { encoding: 'utf8' }).trim());
    }
    expect(Number(sizes[0])).toBeGreaterThan(80_000);
    expect(Number(sizes[1])).toBeLessThan(2000);
    const options = { outputFormat: 'tar.gz', level: 5, password: 'x' };
    expect(() => job.resolve({ input: 'txt', options })).toThrow(Refusal);
    const foreign = { outputFormat: 'zip', level: 5, password: 'ö' };
    expect(() => job.resolve({ input: 'txt', options: foreign })).toThrow(Refusal);
  });
});
