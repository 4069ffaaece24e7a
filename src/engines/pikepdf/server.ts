import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { cutLines } from '../../text.ts';

const script = fileURLToPath(new URL('./task.py', import.meta.url));
// Debian's own interpreter: another python3 further up a PATH would not have the library.
const interpreter = '/usr/bin/python3';
const keptStderr = 16 * 1024;

/** The end of the process that did a task. */
export interface TaskEnd {
  code: number;
  signal: number;
  stderr: string;
}

export interface TaskServer {
  /** Sends a request, and passes its answers to `onLine` line by line, until its process has ended. */
  perform(request: string, onLine: (message: Record<string, unknown>) => void): Promise<TaskEnd>;
  readonly alive: boolean;
  /** Resolves when the process has loaded everything, or has died. */
  readonly ready: Promise<void>;
}

/**
 * Starts the process that forks one process per task. It ends when ours does, and does not keep ours alive while it is
 * idle.
 */
export function startTaskServer(): TaskServer {
  const child = spawn(interpreter, ['-I', '-B', script], {
    cwd: '/',
    env: {
      PATH: '/usr/bin:/bin',
      LC_ALL: 'C.UTF-8',
      // Memory is taken in larger pieces and not given back in between: half as many page faults.
      MALLOC_TOP_PAD_: `${16 * 1024 * 1024}`,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const streams = [child.stdin, child.stdout, child.stderr] as unknown as Socket[];
  const hold = (held: boolean) => {
    for (const thing of [child as ChildProcess, ...streams]) held ? thing.ref() : thing.unref();
  };
  let alive = true;
  let busy = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  let rest = '';
  let stderr = '';
  let onMessage: (message: Record<string, unknown>) => void = () => {};
  let onDeath: (error: Error) => void = () => {};

  const died = (why: string) => {
    alive = false;
    isReady();
    onDeath(new Error(`the pikepdf process ended: ${why}\n${stderr}`));
  };
  child.on('error', error => died(error.message));
  child.on('exit', (code, signal) => died(signal ?? `exit code ${code}`));
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptStderr);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const { lines, rest: begun } = cutLines(rest + text);
    rest = begun;
    for (const line of lines) {
      const message = readMessage(line);
      if (message.ready) {
        isReady();
        if (!busy) hold(false);
      } else onMessage(message);
    }
  });

  return {
    get alive() {
      return alive;
    },
    ready,
    perform: (request, onLine) =>
      new Promise((resolve, reject) => {
        busy = true;
        hold(true);
        stderr = '';
        onDeath = reject;
        onMessage = message => {
          if (!message.ended) return onLine(message);
          busy = false;
          hold(false);
          onDeath = () => {};
          resolve({ ...(message.ended as { code: number; signal: number }), stderr });
        };
        child.stdin.write(`${request}\n`);
      }),
  };
}

/** Reads a line; empty if the process that wrote it was killed in the middle of it. */
function readMessage(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
