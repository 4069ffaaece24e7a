import { type Filled, zip } from '../../lists.ts';
import { makeUnfinished } from '../../local/unfinished-folder.ts';
import { type Backend, type ResultWarning, type Work, WorkFailed } from '../backend/backend.ts';
import { CommandError } from '../exit-codes.ts';
import { describeMisnaming } from '../flags/format-by-name.ts';
import { makePrintable } from '../output.ts';
import type { Display } from './display.ts';
import type { Input } from './inputs.ts';
import { openDisplay } from './open-display.ts';
import { chooseExitCode, type FileReport, Interrupted, makeReport, summarise } from './report.ts';
import { requireSavable, saveOutputs, type Target } from './save.ts';

/** One job: a file, or several that are combined. */
export interface Task {
  work: Work;
  files: Filled<Input>;
  target: Target;
  /** The name of its result, if known in advance. */
  expected?: string | undefined;
}

export interface BatchSettings {
  force?: boolean;
  json?: boolean;
  /** The number of tasks at once, if not the backend's default. */
  jobs?: number;
}

async function runTask(
  backend: Backend,
  task: Task,
  force: boolean,
  taken: Set<string>,
  signal: AbortSignal,
  onProgress: (percent: number, doing: string) => void,
): Promise<FileReport> {
  const input = task.files.map(({ shown }) => shown).join(', ');
  let unfinished: Awaited<ReturnType<typeof makeUnfinished>> | undefined;
  try {
    signal.throwIfAborted();
    await requireSavable(task.target, task.expected, force);
    unfinished = await makeUnfinished(task.target.folder);
    const told = new Map<string, ResultWarning>();
    const { outputs, jobId } = await backend.run(task.work, task.files, {
      dir: unfinished.path,
      signal,
      onProgress,
      onWarning: warning => told.set(warning.message, warning),
    });
    const warnings = [...told.values()];
    const inputs = task.files.map(({ path }) => path);
    const paths = await saveOutputs(outputs, task.target, inputs, force, taken);
    for (const [path, { filename }] of zip(paths, outputs)) {
      const message = describeMisnaming(path, filename);
      if (message) warnings.push({ code: 'misnamed', message });
    }
    const kept = zip(paths, outputs).map(([path, { size }]) => ({ path, size }));
    return {
      input,
      status: 'completed',
      ...(jobId && { jobId }),
      outputs: kept,
      ...(warnings.length > 0 && { warnings }),
    };
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    if (reason instanceof CommandError || !concernsOneFile(reason)) throw reason;
    return makeReport(input, reason);
  } finally {
    await unfinished?.close();
  }
}

/** Returns true if an error concerns only one file, so that the others can continue. */
const concernsOneFile = (error: unknown): boolean =>
  error instanceof WorkFailed ||
  error instanceof Interrupted ||
  (error as Error)?.name === 'NotOverwritten' ||
  typeof (error as NodeJS.ErrnoException)?.code === 'string';

/** Runs `work` on every item in order, with `atOnce` of them at a time. */
async function workOnEach<T>(items: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const take = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, take));
}

/** The first Ctrl-C cancels the jobs; a second one exits immediately. */
export function stopOnInterrupt(stop: AbortController): () => void {
  const hear = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort(new Interrupted());
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
  };
}

/** Runs the tasks and reports each. A problem that concerns all of them (no server, no sandbox) stops all. */
export async function runTasks(
  backend: Backend,
  tasks: Task[],
  { force = false, jobs = backend.atOnce }: BatchSettings,
  display: Display,
  signal: AbortSignal,
): Promise<{ reports: FileReport[]; stopped: unknown }> {
  const reports: FileReport[] = [];
  const taken = new Set<string>();
  const halt = new AbortController();
  const both = AbortSignal.any([signal, halt.signal]);
  await workOnEach(tasks, jobs, async task => {
    const { shown } = task.files[0];
    if (both.aborted) return void reports.push(makeReport(shown, both.reason));
    const file = display.begin(shown);
    const report = await runTask(backend, task, force, taken, both, file.progress).catch(error => {
      halt.abort(error);
      return makeReport(shown, error);
    });
    file.end(report);
    reports.push(report);
  });
  return { reports, stopped: both.aborted ? both.reason : undefined };
}

/** Runs the tasks of a command, shows their progress, lists failures and sets the exit code. */
export async function runBatch(backend: Backend, tasks: Task[], settings: BatchSettings): Promise<void> {
  const stop = new AbortController();
  const off = stopOnInterrupt(stop);
  const silent = settings.json === true || tasks.some(({ target }) => target.toStdout === true);
  const display = await openDisplay(tasks.length, { silent });
  const { reports, stopped } = await runTasks(backend, tasks, settings, display, stop.signal);
  display.close();
  off();
  if (settings.json) process.stdout.write(`${JSON.stringify({ files: reports }, null, 2)}\n`);
  const failures = settings.json ? undefined : (summarise(reports) ?? describeOnlyFile(reports, silent));
  if (failures) process.stderr.write(`${failures}\n`);
  process.exitCode = chooseExitCode(reports, stopped);
}

/** Returns the report on a single file if nothing was shown while it ran. */
function describeOnlyFile([only]: FileReport[], silent: boolean): string | undefined {
  if (!silent || !only) return undefined;
  const said = only.status === 'failed' ? [only.error] : (only.warnings ?? []);
  return makePrintable(said.map(each => `filemill: ${each?.message}`).join('\n')) || undefined;
}
