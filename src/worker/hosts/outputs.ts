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
import { dirname, join, normalize, relative, sep } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { JobFailure } from '../../contract/failure.ts';
import type { FailureReason } from '../../contract/states.ts';
import { filenameLength } from '../../formats/declared.ts';
import type { RunOutput, RunResult } from '../../jobs/run.ts';

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

/** What no honest job does or hands back. Logged loudly: either a job type is broken or a host was taken over. */
export class Breach extends JobFailure {
  constructor(detail: string, reason: FailureReason = 'engine_error') {
    super(reason, detail);
    this.name = 'Breach';
  }
}

const unprintable = /[\u0000-\u001f\u007f/\\\u2028\u2029]/;
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

/** Folders of a job, opened step by step and held, so that no link can stand in for one later. */
class HeldFolders {
  readonly #fds = new Map<string, number>();

  constructor(dir: string) {
    try {
      this.#fds.set('.', this.#open(dir));
    } catch (error) {
      throw new Breach(`the work folder: ${(error as Error).message}`);
    }
  }

  #open(path: string): number {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  }

  /** A path to the folder that means it for good, whatever happens to its name. */
  path(folder: string): string {
    let fd = this.#fds.get(folder);
    if (fd === undefined) {
      fd = this.#open(join(this.path(dirname(folder)), folder.split(sep).at(-1)!));
      this.#fds.set(folder, fd);
    }
    return `/proc/self/fd/${fd}`;
  }

  close(): void {
    for (const fd of this.#fds.values()) closeSync(fd);
  }
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
  if (stat.uid !== process.getuid!() || stat.nlink === 2) {
    chownSync(to, process.getuid!(), process.getgid!());
    chmodSync(to, 0o600);
  }
  return stat.size;
}

/** One output, as it is found by the folders held of its job. */
function take(folders: HeldFolders, dir: string, output: RunOutput, most: number, to: string): TakenOutput {
  const { path, ...rest } = output;
  const within = relative(dir, path);
  if (path.includes('\0') || path !== normalize(path) || within === '' || within.split(sep)[0] === '..')
    throw new Breach(`output path ${JSON.stringify(path)} lies outside the work folder`);
  try {
    const name = join(folders.path(dirname(within)), within.split(sep).at(-1)!);
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
  if (result.outputs.length === 0) throw new Breach('no output');
  if (result.outputs.length > limits.outputFiles)
    throw new JobFailure('limit_exceeded', `${result.outputs.length} outputs, ${limits.outputFiles} allowed`);
  for (const { filename } of result.outputs) checkFilename(filename);
  const folders = new HeldFolders(dir);
  const outputs: TakenOutput[] = [];
  let bytes = 0;
  let held = 0;
  try {
    for (const [index, output] of result.outputs.entries()) {
      const most = Math.min(smallBytes, smallInAll - held);
      const one = take(folders, dir, output, most, join(taken, `${index}`));
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
  return { result: { outputs, engines: result.engines }, bytes };
}
