import { chmodSync, chownSync, closeSync, constants, linkSync, lstatSync, openSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { JobFailure } from '../../contract/failure.ts';
import type { RunOutput, RunResult } from '../../jobs/run.ts';

export interface OutputLimits {
  outputBytes: number;
  outputFiles: number;
}

/** An output out of the host's reach. A host that still has it open may make it longer: only `size` bytes are its. */
export interface TakenOutput extends RunOutput {
  size: number;
}

export interface TakenResult extends RunResult {
  outputs: TakenOutput[];
}

/** A result that no honest job hands back. Logged loudly: either a job type is broken or a host was taken over. */
export class Breach extends JobFailure {
  constructor(detail: string) {
    super('engine_error', detail);
    this.name = 'Breach';
  }
}

const filenameBytes = 255;
const unprintable = /[\u0000-\u001f\u007f/\\\u2028\u2029]/;
/** Taken before others get their turn. */
const atOnce = 256;

function checkFilename(filename: string): void {
  const plain =
    !unprintable.test(filename) && filename !== '.' && filename !== '..' && filename.trim() !== '';
  if (!plain || !filename.isWellFormed() || Buffer.byteLength(filename) > filenameBytes)
    throw new Breach(`output filename ${JSON.stringify(filename)}`);
}

/** Folders of a job, opened step by step and held, so that no link can stand in for one later. */
class HeldFolders {
  readonly #fds = new Map<string, number>();

  constructor(dir: string) {
    this.#fds.set('.', this.#open(dir));
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

/** Gives the output a second name where the host cannot reach, then looks what it is: from there on it stays that. */
function take(folders: HeldFolders, dir: string, path: string, to: string): number {
  const within = relative(dir, path);
  if (path.includes('\0') || path !== normalize(path) || within === '' || within.split(sep)[0] === '..')
    throw new Breach(`output path ${JSON.stringify(path)} lies outside the work folder`);
  try {
    linkSync(join(folders.path(dirname(within)), within.split(sep).at(-1)!), to);
  } catch (error) {
    throw new Breach(`output ${JSON.stringify(within)}: ${(error as Error).message}`);
  }
  const stat = lstatSync(to);
  if (!stat.isFile()) throw new Breach(`output ${JSON.stringify(within)} is no regular file`);
  // Ours from now on: the host can open it no more, only write on where it has it open. What was only lent is ours already.
  if (stat.uid !== process.getuid!() || stat.nlink === 2) {
    chownSync(to, process.getuid!(), process.getgid!());
    chmodSync(to, 0o600);
  }
  return stat.size;
}

/** Checks what a host handed back (its paths as seen from outside) and moves it out of its reach, into `taken`. */
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
  try {
    for (const [index, output] of result.outputs.entries()) {
      const path = join(taken, `${index}`);
      const size = take(folders, dir, output.path, path);
      bytes += size;
      outputs.push({ ...output, path, size });
      if (index % atOnce === atOnce - 1) await others();
    }
  } finally {
    folders.close();
  }
  if (bytes > limits.outputBytes)
    throw new JobFailure('limit_exceeded', `${bytes} bytes of output, ${limits.outputBytes} allowed`);
  return { result: { outputs, engines: result.engines }, bytes };
}
