import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { JobFailure } from '../../contract/failure.ts';

import { filenameLength } from '../../formats/declared.ts';
import type { RunOutput, RunResult } from '../../jobs/run.ts';
import { getOwnIds } from '../own-ids.ts';
import { Breach } from './breach.ts';
import { HeldFolders } from './folders/held-folders.ts';

export interface OutputLimits {
  outputBytes: number;
  outputFiles: number;
}

/** An output out of the host's reach. */
export interface TakenOutput extends Omit<RunOutput, 'path'> {
  /** The bytes of a small one. Of another the path of a file: a host that still has it open may make it longer, */
  file: Buffer | string;
  /** but only this much is the output. */
  size: number;
}

export interface TakenResult extends Omit<RunResult, 'outputs'> {
  outputs: TakenOutput[];
}

const unprintable = /[\u0000-\u001f\u007f/\\\u2028\u2029]/;
/** What may be said of one output, as JSON. */
const metadataBytes = 4096;
/** Taken before others get their turn. */
const atOnce = 256;
/** Up to here a read costs less than a second name for the file and all that goes with it; this much of a job at most. */
const smallBytes = 256 * 1024;
const smallInAll = 4 * 1024 * 1024;

function checkFilename(filename: string): void {
  const plain =
    !unprintable.test(filename) && filename !== '.' && filename !== '..' && filename.trim() !== '';
  if (!plain || !filename.isWellFormed() || [...filename].length > filenameLength)
    throw new Breach(`output filename ${JSON.stringify(filename)}`);
}

/** The bytes of an output that is no larger than `most`, or undefined. A link is not followed, a pipe not waited for. */
function read(name: string, most: number): Buffer | undefined {
  const file = openSync(name, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('no regular file');
    if (stat.size > most) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    return bytes.subarray(0, readSync(file, bytes, 0, stat.size, 0));
  } finally {
    closeSync(file);
  }
}

/** Gives the output a second name where the host cannot reach, then looks what it is: from there on it stays that. */
function move(name: string, to: string): number {
  linkSync(name, to);
  const stat = lstatSync(to);
  if (!stat.isFile()) throw new Error('no regular file');
  // Ours from now on: the host can open it no more, only write on where it has it open. What was only lent is ours already.
  const { uid, gid } = getOwnIds();
  if (stat.uid !== uid || stat.nlink === 2) {
    chownSync(to, uid, gid);
    chmodSync(to, 0o600);
  }
  return stat.size;
}

/** One output, as it is found by the folders held of its job. */
function take(folders: HeldFolders, output: RunOutput, most: number, to: string): TakenOutput {
  const { path, ...rest } = output;
  const within = folders.within(path);
  try {
    const name = folders.name(within);
    const bytes = read(name, most);
    if (bytes) return { ...rest, file: bytes, size: bytes.length };
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    return { ...rest, file: to, size: move(name, to) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const detail = `output ${JSON.stringify(within)}: ${message}`;
    // A tool may close a file even to its owner; root reads it all the same.
    throw code === 'EACCES' ? new JobFailure('engine_error', detail) : new Breach(detail);
  }
}

function checkSaid({ outputs }: { outputs: Omit<RunOutput, 'path'>[] }, limits: OutputLimits): void {
  if (outputs.length === 0) throw new Breach('no output');
  if (outputs.length > limits.outputFiles)
    throw new JobFailure('limit_exceeded', `${outputs.length} outputs, ${limits.outputFiles} allowed`);
  for (const { filename, metadata } of outputs) {
    checkFilename(filename);
    if (Buffer.byteLength(JSON.stringify(metadata ?? {})) > metadataBytes)
      throw new JobFailure('limit_exceeded', `more than ${metadataBytes} bytes said of one output`);
  }
}

/** Checks outputs that a host has sent with their bytes. */
export function takeSent(
  sent: (Omit<RunOutput, 'path'> & { bytes: string })[],
  limits: OutputLimits,
): TakenOutput[] {
  checkSaid({ outputs: sent }, limits);
  return sent.map(({ bytes, ...rest }) => {
    const file = Buffer.from(bytes, 'base64');
    return { ...rest, file, size: file.length };
  });
}

/**
 * Checks what a host handed back (its paths as seen from outside) and takes it out of its reach: into memory, or into the
 * folder `taken`, which is made where there is more.
 */
export async function takeOutputs(
  dir: string,
  taken: string,
  result: RunResult,
  limits: OutputLimits,
): Promise<{ result: TakenResult; bytes: number }> {
  checkSaid(result, limits);
  const folders = new HeldFolders(dir);
  const outputs: TakenOutput[] = [];
  let bytes = 0;
  let held = 0;
  try {
    for (const [index, output] of result.outputs.entries()) {
      const most = Math.min(smallBytes, smallInAll - held);
      const one = take(folders, output, most, join(taken, `${index}`));
      bytes += one.size;
      if (typeof one.file !== 'string') held += one.size;
      outputs.push(one);
      if (index % atOnce === atOnce - 1) await others();
    }
  } finally {
    folders.close();
  }
  if (bytes > limits.outputBytes)
    throw new JobFailure('limit_exceeded', `${bytes} bytes of output, ${limits.outputBytes} allowed`);
  return { result: { ...result, outputs }, bytes };
}
