/** Inside a host: the folder in memory that small jobs work in. Their files come and go by the channel, never by a disk. */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { RunInput, RunOutput, RunResult } from '../../../jobs/run.ts';
import { zip } from '../../../lists.ts';

/** A file of the job's, as the worker gets it: its bytes, or where on the disk it lies. */
export type SentOutput = Omit<RunOutput, 'path'> & ({ path: string } | { bytes: string });

/** Outputs that are more than this together go by the disk. */
const mostBytes = 1024 * 1024;

/** An empty folder with the job's inputs in it. */
export function fillFolder(dir: string, inputs: RunInput[], files: string[]): void {
  mkdirSync(dir, { recursive: true });
  for (const [{ path }, file] of zip(inputs, files)) writeFileSync(path, file, 'base64');
}

/** Whether a job may have found no room in it. */
export function isFull(folder: string): boolean {
  const { bfree, blocks } = statfsSync(folder);
  return bfree < blocks / 2;
}

/** What an earlier job may have left takes nothing from the next. */
export function emptySmall(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The outputs in a form that outlives the folder: as bytes, or, where they are many, as files in `spill`. */
export function takeOut({ outputs }: RunResult, dir: string, spill: string): SentOutput[] {
  const bytes = outputs.reduce((sum, { path }) => sum + lstatSync(path).size, 0);
  if (bytes <= mostBytes)
    return outputs.map(({ path, ...rest }) => ({ ...rest, bytes: readFileSync(path, 'base64') }));
  cpSync(dir, spill, { recursive: true });
  return outputs.map(({ path, ...rest }) => ({ ...rest, path: join(spill, relative(dir, path)) }));
}
