/**
 * The program inside a host: loads job types and runs one job at a time, or loads an engine's model and runs it on raw
 * numbers. Nothing here is trusted from outside.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
// Lets extensions import what the product has.
import '../../folders.ts';
import { JobFailure } from '../../contract/failure.ts';
import { type FailureId, failureCatalogue } from '../../contract/failure-catalogue.ts';
import type { Infer } from '../../engines/model.ts';
import type { RunContext, RunResult } from '../../jobs/run.ts';
import { Asking } from './channel/asking.ts';
import type { InferMessage, Load, RunTask, ToHost } from './channel/messages.ts';
import { emptySmall, fillFolder, isFull, type SentOutput, takeOut } from './folders/small-folder.ts';
import { limitData } from './limit-data.ts';

interface JobModule {
  run(context: RunContext<unknown>): Promise<RunResult>;
  /** Starts what is slow to start, before there is a job. */
  warm?(): Promise<void>;
  /** Loads what else it may need, which a host otherwise does when it needs it: what is compiled ahead shall be all of it. */
  loadLater?(): Promise<void>;
}

interface ModelModule {
  infer: Infer;
}

const progressEveryMs = 100;
const keptDetail = 8 * 1024;

const channel = new Socket({ fd: 3, readable: true, writable: true });
const say = (message: unknown) => channel.write(`${JSON.stringify(message)}\n`);
const asking = new Asking(say);
const loaded = new Map<string, Promise<unknown>>();

/** Remembered here: finding out anew what a path means takes longer than the smallest jobs. */
function load<Module>(module: string): Promise<Module> {
  const known = loaded.get(module) ?? import(pathToFileURL(module).href);
  loaded.set(module, known);
  return known as Promise<Module>;
}

async function prepare({ modules, keep }: Load): Promise<void> {
  const failed: string[] = [];
  for (const module of modules) {
    try {
      const { warm, loadLater } = await load<JobModule>(module);
      await (keep ? loadLater?.() : warm?.());
    } catch (error) {
      failed.push(`${module}: ${error}`.slice(0, keptDetail));
    }
  }
  if (keep) flushCompileCache();
  say({ loaded: failed });
}

interface ProgressReport {
  (value: number): void;
  /** Sends the latest value now, if it was held back. */
  flush(): void;
}

/** Reports progress in steps of `step`, and not too often. */
function progressOf(tell: (value: number) => void, most: number, step: number): ProgressReport {
  let last = 0;
  let lastAt = performance.now();
  let reached = 0;
  const send = () => {
    if (!(reached > last)) return;
    last = reached;
    lastAt = performance.now();
    tell(reached);
  };
  const report = (value: number) => {
    reached = Math.min(most, Math.floor(value / step) * step);
    if (performance.now() - lastAt >= progressEveryMs) send();
  };
  return Object.assign(report, { flush: send });
}

const tooMuch = /call stack|string length|array (buffer )?(allocation|length)|typed array length/i;

function failureOf(error: unknown): { id: FailureId; detail: string; part?: string } {
  if (error instanceof JobFailure) {
    const detail = String(error.detail).slice(0, keptDetail);
    return { id: error.id, detail, ...(error.part !== undefined && { part: error.part.slice(0, 200) }) };
  }
  const code = (error as { code?: unknown } | undefined)?.code;
  // A document nested too deep, or a text too long, for any code that works on it: it would be so again.
  const isTooMuch = error instanceof RangeError && tooMuch.test(error.message);
  const detail = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    keptDetail,
  );
  return { id: code === 'EFBIG' || isTooMuch ? 'limit_exceeded' : 'engine_error', detail };
}

/** Whether a job took too long or too much: it would do so again. */
const hitLimit = (error: unknown): boolean =>
  ['timeout', 'limit_exceeded'].includes(failureCatalogue[failureOf(error).id].reason);

/** Runs a job in its folder; what it throws is its failure. */
async function work(
  { job, module, dir, inputs, options, models }: RunTask,
  progress: ProgressReport,
): Promise<RunResult> {
  process.env.TMPDIR = dir;
  process.env.HOME = dir;
  const [first, ...others] = inputs;
  if (!first) throw new JobFailure('unreadable_input', 'a job without an input');
  const { run } = await load<JobModule>(module);
  return await run({
    dir,
    inputs: [first, ...others],
    options,
    models,
    progress,
    begin: work => void say({ job, work }),
    partial(partial) {
      // A caller pays for the progress at which it could read the text.
      progress.flush();
      say({ job, partial });
    },
    ...asking.of(job),
  });
}

/**
 * The same in memory, with inputs that came along. What fails or fills it is done again on the disk, because a tool that found
 * no room may have said anything; a job that hit a limit is not.
 */
async function workSmall(
  task: RunTask,
  { folder, files, spill }: NonNullable<RunTask['small']>,
  progress: ProgressReport,
): Promise<Omit<RunResult, 'outputs'> & { outputs: SentOutput[] }> {
  emptySmall(folder);
  fillFolder(task.dir, task.inputs, files);
  try {
    const result = await work(task, progress).catch(error => {
      if (hitLimit(error)) throw error;
    });
    if (result && !isFull(folder)) return { ...result, outputs: takeOut(result, task.dir, spill) };
  } finally {
    emptySmall(folder);
  }
  const inputs = task.inputs.map((input, i) => ({ ...input, path: `${spill}/input-${i}` }));
  fillFolder(spill, inputs, files);
  return await work({ ...task, inputs, dir: spill }, progress);
}

async function run(task: RunTask): Promise<void> {
  const { job } = task;
  try {
    const progress = progressOf(percent => say({ job, progress: percent }), 99, 1);
    const {
      outputs,
      engines,
      warnings = [],
    } = task.small ? await workSmall(task, task.small, progress) : await work(task, progress);
    say({ job, result: { outputs, engines, warnings: warnings.slice(0, 100) } });
  } catch (error) {
    say({ job, failure: failureOf(error) });
  }
}

async function infer({ job, module, ...task }: InferMessage): Promise<void> {
  try {
    const { infer } = await load<ModelModule>(module);
    const progress = progressOf(fraction => say({ job, fraction }), 1, 0.001);
    const facts = await infer({ ...task, progress, partial: partial => say({ job, partial }) });
    say({ job, facts });
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
    if ('told' in message) asking.hear(message.told);
    else if ('limit' in message) limitData(message.limit);
    else if ('run' in message) void run(message.run);
    else if ('infer' in message) void infer(message.infer);
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
