import { lstat } from 'node:fs/promises';
import { join, normalize, relative, sep } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { RunOutput, RunResult } from '../../jobs/run.ts';

export interface OutputLimits {
  outputBytes: number;
  outputFiles: number;
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

function checkFilename(filename: string): void {
  const plain =
    !unprintable.test(filename) && filename !== '.' && filename !== '..' && filename.trim() !== '';
  if (!plain || !filename.isWellFormed() || Buffer.byteLength(filename) > filenameBytes)
    throw new Breach(`output filename ${JSON.stringify(filename)}`);
}

/** The path below the job's folder, step by step real: no link stands in for a folder or the file. */
async function sizeOfRegular(dir: string, path: string): Promise<number> {
  const steps = relative(dir, path).split(sep);
  if (path.includes('\0') || path !== normalize(path) || steps[0] === '..' || steps[0] === '')
    throw new Breach(`output path ${JSON.stringify(path)} lies outside the work folder`);
  let at = dir;
  for (const [index, step] of steps.entries()) {
    at = join(at, step);
    const stat = await lstat(at).catch(() => undefined);
    const last = index === steps.length - 1;
    if (!stat || (last ? !stat.isFile() : !stat.isDirectory()))
      throw new Breach(`output ${JSON.stringify(path)} is no regular file of the work folder`);
    if (last) return stat.size;
  }
  throw new Breach('output without a path');
}

/**
 * Checks what a stopped host handed back, its paths as seen from outside. Only holds while nothing can move in the
 * folder: a file checked now could be a link a moment later.
 */
export async function checkResult(dir: string, result: RunResult, limits: OutputLimits): Promise<RunResult> {
  if (result.outputs.length === 0) throw new Breach('no output');
  if (result.outputs.length > limits.outputFiles)
    throw new JobFailure('limit_exceeded', `${result.outputs.length} outputs, ${limits.outputFiles} allowed`);
  let bytes = 0;
  const outputs: RunOutput[] = [];
  for (const output of result.outputs) {
    checkFilename(output.filename);
    bytes += await sizeOfRegular(dir, output.path);
    outputs.push(output);
  }
  if (bytes > limits.outputBytes)
    throw new JobFailure('limit_exceeded', `${bytes} bytes of output, ${limits.outputBytes} allowed`);
  return { outputs, engines: result.engines };
}
