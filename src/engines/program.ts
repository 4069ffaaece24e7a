import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { describeEnding, JobFailure } from '../contract/failure.ts';

export interface ProgramOptions {
  cwd: string;
  /** Input for the program; passwords go this way or through a file, never as an argument. */
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Exit codes that count as success; only 0 unless given. */
  accept?: readonly number[];
  onStderr?: (text: string) => void;
  onStdout?: (text: string) => void;
  /** The most bytes of standard output; more is a failure. */
  maxStdout?: number;
  /** The program is ended after this long, and the job fails with `timeout`. Left out: the host's own limit ends both. */
  seconds?: number;
}

export interface ProgramResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

const keptStderr = 16 * 1024;
const defaultMaxStdout = 64 * 1024 * 1024;

/** The error when a program ends badly. Engines turn it into a `JobFailure` where they know what it means. */
export class ProgramFailure extends JobFailure {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;

  constructor(program: string, code: number | null, signal: string | null, stderr: string) {
    super('engine_error', describeEnding(program, code, signal, stderr));
    this.code = code;
    this.signal = signal;
    this.stderr = stderr;
  }
}

/** Starts a tool that talks through pipes, with nothing of our environment. */
export const spawnProgram = (
  program: string,
  args: readonly string[],
  { cwd, env }: Pick<ProgramOptions, 'cwd' | 'env'>,
): ChildProcessByStdio<Writable, Readable, Readable> =>
  spawn(program, args, {
    cwd,
    env: { PATH: '/usr/bin:/bin', HOME: cwd, TMPDIR: cwd, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** Runs a tool inside the host's sandbox. The host's own limits bound its time, memory and files. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(program, args, options);
    const { maxStdout = defaultMaxStdout } = options;
    const chunks: Buffer[] = [];
    let isLate = false;
    let isLoud = false;
    const end = () => {
      isLate = true;
      child.kill('SIGKILL');
    };
    const timer = options.seconds === undefined ? undefined : setTimeout(end, options.seconds * 1000);
    let kept = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      options.onStdout?.(chunk.toString('utf8'));
      kept += chunk.length;
      if (kept <= maxStdout) chunks.push(chunk);
      else {
        isLoud = true;
        child.kill('SIGKILL');
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      const text = chunk.toString('utf8');
      options.onStderr?.(text);
      stderr = (stderr + text).slice(-keptStderr);
    });
    // A program may end without reading its input, which is not an error.
    child.stdin.on('error', () => {});
    child.stdin.end(options.stdin);
    child.on('error', error => {
      clearTimeout(timer);
      reject(new JobFailure('engine_error', `${program}: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (isLate) reject(new JobFailure('timeout', `${program} took longer than ${options.seconds} s`));
      else if (isLoud)
        reject(new JobFailure('limit_exceeded', `${program} printed more than ${maxStdout} bytes`));
      else if (code !== null && (options.accept ?? [0]).includes(code))
        resolve({ code, stdout: Buffer.concat(chunks), stderr });
      else reject(new ProgramFailure(program, code, signal, stderr));
    });
  });
}
