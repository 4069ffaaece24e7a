/**
 * The program inside a host: loads job types and runs one job at a time, or loads an engine's model and runs
 * it on raw data. The worker trusts nothing that comes from here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
// Lets extensions import the product's modules.
import '../../job-and-engine-folders.ts';
import { JobFailure } from '../../contract/failure.ts';
import { type FailureId, failureCatalogue } from '../../contract/failure-catalogue.ts';
import type { Infer } from '../../engines/model.ts';
import type { RunContext, RunResult } from '../../jobs/run.ts';
import type { InferMessage, Load, RunTask, ToHost } from './channel/messages.ts';
import { QuestionSender } from './channel/question-sender.ts';
import { emptySmall, fillFolder, isFull, type SentOutput, takeOut } from './folders/small-folder.ts';
import { closeInheritedDescriptors } from './inherited-descriptors.ts';
import { limitData } from './limit-data.ts';

interface JobModule {
  run(context: RunContext<unknown>): Promise<RunResult>;
  /** Starts slow parts before there is a job. */
  warm?(): Promise<void>;
  /** Loads modules that are otherwise loaded on demand, so that they are compiled in advance too. */
  loadLater?(): Promise<void>;
}

interface ModelModule {
  infer: Infer;
}

const progressEveryMs = 100;
const keptDetail = 8 * 1024;

const channelDescriptor = 3;
closeInheritedDescriptors(channelDescriptor);
const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const send = (message: unknown) => channel.write(`${JSON.stringify(message)}\n`);
const questions = new QuestionSender(send);
const loaded = new Map<string, Promise<unknown>>();

/** Modules are cached here: resolving a path again takes longer than the smallest jobs. */
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
  send({ loaded: failed });
}

interface ProgressReport {
  (value: number): void;
  /** Sends the latest value now if it was held back. */
  flush(): void;
}

/** Reports progress in steps of `step`, with limited frequency. */
function createProgressReport(tell: (value: number) => void, most: number, step: number): ProgressReport {
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

function describeFailure(error: unknown): { id: FailureId; detail: string; part?: string; place?: number } {
  if (error instanceof JobFailure) {
    const detail = String(error.detail).slice(0, keptDetail);
    return {
      id: error.id,
      detail,
      ...(error.part !== undefined && { part: error.part.slice(0, 200) }),
      ...(error.place !== undefined && { place: error.place }),
    };
  }
  const code = (error as { code?: unknown } | undefined)?.code;
  // The input is nested too deeply or too long for the code that processes it, and would be so again.
  const isTooMuch = error instanceof RangeError && tooMuch.test(error.message);
  const detail = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    keptDetail,
  );
  return { id: code === 'EFBIG' || isTooMuch ? 'limit_exceeded' : 'engine_error', detail };
}

/** Returns true if the job exceeded a limit: it would do so again. */
const hitLimit = (error: unknown): boolean =>
  ['timeout', 'limit_exceeded'].includes(failureCatalogue[describeFailure(error).id].reason);

/** Runs a job in its folder. Its failure is thrown. */
async function runInFolder(
  { job, module, dir, inputs, options, models }: RunTask,
  progress: ProgressReport,
): Promise<RunResult> {
  process.env.TMPDIR = dir;
  process.env.HOME = dir;
  const [first, ...others] = inputs;
  if (!first) throw new JobFailure('unreadable_input', 'the job has no input');
  const { run } = await load<JobModule>(module);
  return await run({
    dir,
    inputs: [first, ...others],
    options,
    models,
    progress,
    begin: work => void send({ job, work }),
    partial(partial) {
      // Progress must be current before a charge: the text up to it can already be read.
      progress.flush();
      send({ job, partial });
    },
    ...questions.makeContext(job),
  });
}

/**
 * Runs a job in memory. A job that fails or fills the folder is repeated on disk, because a tool without
 * space may fail in any way; a job that exceeded a limit is not repeated.
 */
async function runInMemory(
  task: RunTask,
  { folder, files, spill }: NonNullable<RunTask['small']>,
  progress: ProgressReport,
): Promise<Omit<RunResult, 'outputs'> & { outputs: SentOutput[] }> {
  emptySmall(folder);
  fillFolder(task.dir, task.inputs, files);
  try {
    const result = await runInFolder(task, progress).catch(error => {
      if (hitLimit(error)) throw error;
    });
    if (result && !isFull(folder)) return { ...result, outputs: takeOut(result, task.dir, spill) };
  } finally {
    emptySmall(folder);
  }
  const inputs = task.inputs.map((input, i) => ({ ...input, path: `${spill}/input-${i}` }));
  fillFolder(spill, inputs, files);
  return await runInFolder({ ...task, inputs, dir: spill }, progress);
}

async function run(task: RunTask): Promise<void> {
  const { job } = task;
  try {
    const progress = createProgressReport(percent => send({ job, progress: percent }), 99, 1);
    const {
      outputs,
      engines,
      warnings = [],
    } = task.small ? await runInMemory(task, task.small, progress) : await runInFolder(task, progress);
    send({ job, result: { outputs, engines, warnings: warnings.slice(0, 100) } });
  } catch (error) {
    send({ job, failure: describeFailure(error) });
  }
}

async function infer({ job, module, ...task }: InferMessage): Promise<void> {
  try {
    const { infer } = await load<ModelModule>(module);
    const progress = createProgressReport(fraction => send({ job, fraction }), 1, 0.001);
    const facts = await infer({ ...task, progress, partial: partial => send({ job, partial }) });
    send({ job, facts });
  } catch (error) {
    send({ job, failure: describeFailure(error) });
  }
}

let pending = '';
channel.setEncoding('utf8');
channel.on('data', (text: string) => {
  pending += text;
  for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
    const message = JSON.parse(pending.slice(0, end)) as ToHost;
    pending = pending.slice(end + 1);
    if ('reply' in message) questions.receive(message.reply);
    else if ('limit' in message) limitData(message.limit);
    else if ('run' in message) void run(message.run);
    else if ('infer' in message) void infer(message.infer);
    else void prepare(message.load);
  }
});
channel.on('close', () => process.exit(0));

delete process.env.NODE_COMPILE_CACHE;
// If the machine runs out of memory, the kernel should kill hosts first.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}
const status = readFileSync('/proc/self/status', 'utf8');
send({
  ready: {
    uid: process.getuid!(),
    seccomp: /^Seccomp:\s+2$/m.test(status),
    confined: /^NoNewPrivs:\s+1$/m.test(status) && /^CapBnd:\s+0+$/m.test(status),
  },
});
