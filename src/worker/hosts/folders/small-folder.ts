/**
 * The folder in a host's memory for small jobs. Their files travel through the channel, never through a
 * disk.
 */
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

/** An output as sent to the worker: its bytes, or its path on disk. */
export type SentOutput = Omit<RunOutput, 'path'> & ({ path: string } | { bytes: string });

/** Outputs larger than this in total are sent through the disk. */
const maxBytes = 1024 * 1024;

/** Creates an empty folder with the job's inputs. */
export function fillFolder(dir: string, inputs: RunInput[], files: string[]): void {
  mkdirSync(dir, { recursive: true });
  for (const [{ path }, file] of zip(inputs, files)) writeFileSync(path, file, 'base64');
}

/** Returns true if a job may have run out of space in it. */
export function isFull(folder: string): boolean {
  const { bfree, blocks } = statfsSync(folder);
  return bfree < blocks / 2;
}

/** Removes the files of an earlier job, so that the next one has all the space. */
export function emptySmall(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Returns the outputs in a form that outlives the folder: as bytes, or, if they are large, as files in
 * `spill`.
 */
export function takeOut({ outputs }: RunResult, dir: string, spill: string): SentOutput[] {
  const bytes = outputs.reduce((sum, { path }) => sum + lstatSync(path).size, 0);
  if (bytes <= maxBytes)
    return outputs.map(({ path, ...rest }) => ({ ...rest, bytes: readFileSync(path, 'base64') }));
  cpSync(dir, spill, { recursive: true });
  return outputs.map(({ path, ...rest }) => ({ ...rest, path: join(spill, relative(dir, path)) }));
}
