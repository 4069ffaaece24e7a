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
import { setImmediate as letOthersRun } from 'node:timers/promises';
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

/** An output that the host can no longer reach. */
export interface TakenOutput extends Omit<RunOutput, 'path'> {
  /**
   * The bytes of a small output, or the path of a file. A host that still has the file open may extend it,
   */
  file: Buffer | string;
  /** but only this many bytes are the output. */
  size: number;
}

export interface TakenResult extends Omit<RunResult, 'outputs'> {
  outputs: TakenOutput[];
}

const unprintable = /[\u0000-\u001f\u007f/\\\u2028\u2029]/;
/** The largest metadata of one output, as JSON. */
const metadataBytes = 4096;
/** The number of outputs processed before other work gets its turn. */
const atOnce = 256;
/**
 * Outputs up to this size are read into memory, which costs less than linking the file; `smallInAll` limits
 * them per job.
 */
const smallBytes = 256 * 1024;
const smallInAll = 4 * 1024 * 1024;

function checkFilename(filename: string): void {
  const plain =
    !unprintable.test(filename) && filename !== '.' && filename !== '..' && filename.trim() !== '';
  if (!plain || !filename.isWellFormed() || [...filename].length > filenameLength)
    throw new Breach(`output filename ${JSON.stringify(filename)}`);
}

/**
 * Reads an output of at most `most` bytes, otherwise returns undefined. Links are not followed, and opening a
 * pipe does not block.
 */
function readSmall(name: string, most: number): Buffer | undefined {
  const file = openSync(name, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('not a regular file');
    if (stat.size > most) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    return bytes.subarray(0, readSync(file, bytes, 0, stat.size, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * Links the output to a folder that the host cannot reach, then checks its type, which can no longer change.
 */
function linkOut(name: string, to: string): number {
  linkSync(name, to);
  const stat = lstatSync(to);
  if (!stat.isFile()) throw new Error('not a regular file');
  // The file becomes ours: the host can no longer open it, only write through handles it has open. A lent
  // file is already ours.
  const { uid, gid } = getOwnIds();
  if (stat.uid !== uid || stat.nlink === 2) {
    chownSync(to, uid, gid);
    chmodSync(to, 0o600);
  }
  return stat.size;
}

/** Takes one output through the held folders of its job. */
function takeOutput(folders: HeldFolders, output: RunOutput, most: number, to: string): TakenOutput {
  const { path, ...rest } = output;
  const within = folders.within(path);
  try {
    const name = folders.name(within);
    const bytes = readSmall(name, most);
    if (bytes) return { ...rest, file: bytes, size: bytes.length };
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    return { ...rest, file: to, size: linkOut(name, to) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const detail = `output ${JSON.stringify(within)}: ${message}`;
    // A tool may remove even its owner's permissions; root can read the file nevertheless.
    throw code === 'EACCES' ? new JobFailure('engine_error', detail) : new Breach(detail);
  }
}

function checkDescriptions({ outputs }: { outputs: Omit<RunOutput, 'path'>[] }, limits: OutputLimits): void {
  if (outputs.length === 0) throw new Breach('no output');
  if (outputs.length > limits.outputFiles)
    throw new JobFailure('limit_exceeded', `${outputs.length} outputs, ${limits.outputFiles} allowed`);
  for (const { filename, metadata } of outputs) {
    checkFilename(filename);
    if (Buffer.byteLength(JSON.stringify(metadata ?? {})) > metadataBytes)
      throw new JobFailure('limit_exceeded', `more than ${metadataBytes} bytes of metadata for one output`);
  }
}

/** Checks outputs that a host sent with their bytes. */
export function takeSentOutputs(
  sent: (Omit<RunOutput, 'path'> & { bytes: string })[],
  limits: OutputLimits,
): TakenOutput[] {
  checkDescriptions({ outputs: sent }, limits);
  return sent.map(({ bytes, ...rest }) => {
    const file = Buffer.from(bytes, 'base64');
    return { ...rest, file, size: file.length };
  });
}

/**
 * Checks the outputs of a host (with paths as seen from outside) and moves them out of its reach: into
 * memory, or into the folder `taken`, which is created if needed.
 */
export async function takeOutputs(
  dir: string,
  taken: string,
  result: RunResult,
  limits: OutputLimits,
): Promise<{ result: TakenResult; bytes: number }> {
  checkDescriptions(result, limits);
  const folders = new HeldFolders(dir);
  const outputs: TakenOutput[] = [];
  let bytes = 0;
  let held = 0;
  try {
    for (const [index, output] of result.outputs.entries()) {
      const most = Math.min(smallBytes, smallInAll - held);
      const one = takeOutput(folders, output, most, join(taken, `${index}`));
      bytes += one.size;
      if (typeof one.file !== 'string') held += one.size;
      outputs.push(one);
      if (index % atOnce === atOnce - 1) await letOthersRun();
    }
  } finally {
    folders.close();
  }
  if (bytes > limits.outputBytes)
    throw new JobFailure(
      'limit_exceeded',
      `${bytes} bytes of output, at most ${limits.outputBytes} are allowed`,
    );
  return { result: { ...result, outputs }, bytes };
}
