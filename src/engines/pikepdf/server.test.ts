import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobFailure } from '../../contract/failure.ts';
import { rotatePages, splitDocument } from './engine.ts';
import { runTask } from './python.ts';

let dir: string;
let file: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-server-'));
  file = join(dir, 'many.pdf');
  const kids = Array.from({ length: 1200 }, (_, at) => `${at + 3} 0 R`).join(' ');
  const pages = Array.from(
    { length: 1200 },
    (_, at) => `${at + 3} 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n`,
  );
  // The file has no cross-reference table; its objects are found anyway.
  await writeFile(
    file,
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1200 /MediaBox [0 0 9 9] /Kids [${kids}] >>\nendobj\n${pages.join('')}trailer\n<< /Root 1 0 R >>\n`,
  );
});
// A task whose server was killed may still be writing its last files.
afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const rotate = () =>
  rotatePages({ inputs: [{ path: file }], output: join(dir, 'out.pdf'), angle: 90, spans: [[1, 1]] }, {});

/** Lists the children of a process that run `task.py`, by one call: another child may have ended before a second. */
const listTaskProcesses = (parent: number): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('task.py'))
    .map(line => Number.parseInt(line, 10));

/** Starts a long task and ends its process, or the one that forked it, once it is at work. */
async function killTask(signal: NodeJS.Signals, whole: boolean): Promise<unknown> {
  let struck = false;
  const onProgress = () => {
    if (struck) return;
    struck = true;
    const [server] = listTaskProcesses(process.pid);
    process.kill(whole ? server! : listTaskProcesses(server!)[0]!, signal);
  };
  const task = splitDocument({ inputs: [{ path: file }], folder: dir, mode: 'each' }, { onProgress });
  const error = await task.catch(reason => reason);
  expect(struck).toBe(true);
  return error;
}

describe('the task server', () => {
  it('runs concurrent tasks one after the other', async () => {
    const made = await Promise.all([rotate(), rotate(), rotate()]);
    expect(made.map(({ pages, repaired }) => [pages, repaired])).toEqual(Array(3).fill([1200, true]));
  });

  it('reports a crash of the library as unreadable input, and continues', async () => {
    expect(await killTask('SIGSEGV', false)).toMatchObject({ reason: 'unreadable_input' });
    expect(await rotate()).toMatchObject({ pages: 1200 });
  });

  it('reports engine_error if it is killed itself, and restarts', async () => {
    expect(await killTask('SIGKILL', true)).toMatchObject({ reason: 'engine_error' });
    expect(await rotate()).toMatchObject({ pages: 1200 });
  });

  it('reports engine_error for an unknown task', async () => {
    await expect(runTask({ task: 'nothing' })).rejects.toMatchObject({ reason: 'engine_error' });
    await expect(runTask({ task: 'nothing' })).rejects.toBeInstanceOf(JobFailure);
  });

  it('reports engine_error for an unexpected exception', async () => {
    const request = {
      task: 'rotate',
      inputs: [{ path: file }],
      output: join(dir, 'out.pdf'),
      spans: [[1, 1]],
    };
    await expect(runTask({ ...request, angle: 'north' } as { task: string })).rejects.toMatchObject({
      reason: 'engine_error',
      detail: expect.stringContaining('TypeError'),
    });
  });

  it('reports unreadable_input for a document the library cannot read', async () => {
    const broken = join(dir, 'broken.pdf');
    await writeFile(broken, '%PDF-1.4\nno object at all');
    const request = { task: 'repair', inputs: [{ path: broken }], output: join(dir, 'out.pdf') };
    await expect(runTask(request)).rejects.toMatchObject({ reason: 'unreadable_input', input: 0 });
  });

  it('reports engine_error for a missing file', async () => {
    const missing = runTask({ task: 'repair', inputs: [{ path: join(dir, 'no.pdf') }], output: '' } as {
      task: string;
    });
    await expect(missing).rejects.toMatchObject({ reason: 'engine_error' });
  });
});
