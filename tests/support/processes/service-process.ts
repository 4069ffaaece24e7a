import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../bin/filemill.mjs', import.meta.url));

type LogLine = Record<string, unknown> & { msg: string };

export interface ServiceProcess {
  child: ChildProcess;
  url?: string;
  metricsUrl?: string;
  key?: string;
  signInLink?: string;
  /** Its log output so far. */
  log: LogLine[];
  /** Stops it gracefully and returns its exit code. */
  stop(): Promise<number | null>;
}

/** The lines it prints when it is ready. */
async function readJson(output: AsyncIterable<Buffer>): Promise<Partial<ServiceProcess>> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  // If it exits earlier, standard error has the reason.
  return text === '' ? new Promise(() => {}) : JSON.parse(text);
}

/** Starts `filemill serve`, of this version or another one, in a separate process and waits until it is ready. */
export async function startProcess(env: Record<string, string>, command = cli): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [command, 'serve', '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', MODELS: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: LogLine[] = [];
  const other: string[] = [];
  createInterface({ input: child.stderr }).on('line', line => {
    if (line.startsWith('{')) log.push(JSON.parse(line));
    else other.push(line);
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = await Promise.race([
    readJson(child.stdout),
    exited.then(code => {
      throw new Error(`it ended with ${code} before it was ready: ${other.join('\n')}${JSON.stringify(log)}`);
    }),
  ]);
  return {
    child,
    ...ready,
    log,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
