/** The program inside a host: loads job types and runs one job at a time. Nothing here is trusted from outside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { RunContext, RunResult } from '../../jobs/run.ts';
import type { Load, RunTask, ToHost } from './messages.ts';

interface JobModule {
  run(context: RunContext<unknown>): Promise<RunResult>;
  /** Starts what is slow to start, before there is a job. */
  warm?(): Promise<void>;
}

const progressEveryMs = 100;
const keptDetail = 8 * 1024;

const channel = new Socket({ fd: 3, readable: true, writable: true });
const say = (message: unknown) => channel.write(`${JSON.stringify(message)}\n`);
const loaded = new Map<string, Promise<JobModule>>();

/** Remembered here: finding out anew what a path means takes longer than the smallest jobs. */
function load(module: string): Promise<JobModule> {
  const known = loaded.get(module) ?? (import(pathToFileURL(module).href) as Promise<JobModule>);
  loaded.set(module, known);
  return known;
}

async function prepare({ modules, keep }: Load): Promise<void> {
  const failed: string[] = [];
  for (const module of modules) {
    try {
      const { warm } = await load(module);
      if (!keep) await warm?.();
    } catch (error) {
      failed.push(`${module}: ${error}`.slice(0, keptDetail));
    }
  }
  if (keep) flushCompileCache();
  say({ loaded: failed });
}

function progressOf(job: number): (percent: number) => void {
  let last = 0;
  let lastAt = performance.now();
  return percent => {
    const whole = Math.min(99, Math.floor(percent));
    const now = performance.now();
    if (!(whole > last) || now - lastAt < progressEveryMs) return;
    last = whole;
    lastAt = now;
    say({ job, progress: whole });
  };
}

function failureOf(error: unknown): { reason: string; detail: string } {
  if (error instanceof JobFailure)
    return { reason: error.reason, detail: String(error.detail).slice(0, keptDetail) };
  const code = (error as { code?: unknown } | undefined)?.code;
  const detail = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    keptDetail,
  );
  return { reason: code === 'EFBIG' ? 'limit_exceeded' : 'engine_error', detail };
}

async function run({ job, module, inputs, options, dir }: RunTask): Promise<void> {
  process.env.TMPDIR = dir;
  process.env.HOME = dir;
  try {
    const { run } = await load(module);
    const { outputs, engines } = await run({ inputs, options, dir, progress: progressOf(job) });
    say({ job, result: { outputs, engines } });
  } catch (error) {
    say({ job, failure: failureOf(error) });
  }
}

let pending = '';
channel.setEncoding('utf8');
channel.on('data', (text: string) => {
  pending += text;
  for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
    const message = JSON.parse(pending.slice(0, end)) as ToHost;
    pending = pending.slice(end + 1);
    if ('run' in message) void run(message.run);
    else void prepare(message.load);
  }
});
channel.on('close', () => process.exit(0));

delete process.env.NODE_COMPILE_CACHE;
// When the machine itself runs out of memory, the kernel shall take a host before anything else.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}
const status = readFileSync('/proc/self/status', 'utf8');
say({
  ready: {
    uid: process.getuid!(),
    seccomp: /^Seccomp:\s+2$/m.test(status),
    confined: /^NoNewPrivs:\s+1$/m.test(status) && /^CapBnd:\s+0+$/m.test(status),
  },
});
