import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Backend, Work } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { runTasks, stopOnInterrupt, type Task } from '../batch/batch.ts';
import { gatherInputs, type Input } from '../batch/inputs.ts';
import { openDisplay } from '../batch/open-display.ts';
import { Interrupted } from '../batch/report.ts';
import { planTargets } from '../batch/save.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { addFolderFlags, type FileFlags } from './general.ts';
import { openMemory } from './watch-memory.ts';

interface WatchFlags extends Omit<FileFlags, 'from' | 'json'> {
  recipe?: string;
  to?: string;
  once?: boolean;
}

/** The interval of polling, because some file systems do not report changes. */
const lookMs = 2000;

/** Reads a file's size and time. If both stay the same between two polls, the file is complete. */
async function readFingerprint({ path }: Input): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.size} ${found.mtimeMs}`;
}

/** Waits until something in the folder changes, `lookMs` have passed, or the signal aborts. */
function waitForChange(folder: string, recursive: boolean, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer);
      watcher?.close();
      done();
    };
    const timer = setTimeout(end, lookMs);
    signal.addEventListener('abort', end, { once: true });
    const watcher = (() => {
      try {
        return watch(folder, { recursive }, () => setTimeout(end, lookMs / 10));
      } catch {
        return undefined;
      }
    })();
    watcher?.on('error', () => {});
  });
}

/** Processes what appears in a folder. Returns whether any file failed. */
async function watchFolder(
  backend: Backend,
  folder: string,
  work: Work,
  flags: WatchFlags,
): Promise<boolean> {
  const out = resolve(flags.out ?? join(folder, 'done'));
  const recursive = flags.recursive ?? false;
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new CommandError(`${folder} is not a folder. Give the folder whose files should be processed.`);
  const memory = await openMemory({ folder: resolve(folder), out, work });
  const stop = new AbortController();
  const off = stopOnInterrupt(stop);
  const display = await openDisplay(1, { silent: false });
  display.say(`Watching ${folder}. Results go to ${out}. Press Ctrl-C to stop.`);
  const targetOf = await planTargets({ out: `${out}/` }, false);
  const seen = new Map<string, string>();
  let hasFailed = false;
  try {
    while (!stop.signal.aborted) {
      const { inputs } = await gatherInputs([folder], { recursive: true, skip: out });
      const ready: { input: Input; print: string }[] = [];
      let waiting = false;
      for (const input of inputs) {
        if (!recursive && input.within !== '') continue;
        const print = await readFingerprint(input);
        if (print === undefined || memory.knows(input.path, print)) continue;
        if (!(await backend.accepts(work, input.filename))) continue;
        if (seen.get(input.path) === print) ready.push({ input, print });
        else waiting = true;
        seen.set(input.path, print);
      }
      const tasks = ready.map(({ input }): Task => ({ work, files: [input], target: targetOf(input) }));
      const { reports, stopped } = await runTasks(backend, tasks, flags, display, stop.signal);
      for (const report of reports) {
        if (report.status === 'failed') hasFailed = true;
        const found = ready.find(({ input }) => input.shown === report.input);
        if (found && report.status !== 'canceled')
          await memory.remember(found.input.path, found.print, report.status);
      }
      if (stopped && !(stopped instanceof Interrupted)) throw stopped;
      if (flags.once && !waiting) break;
      if (!stop.signal.aborted) await waitForChange(folder, recursive, stop.signal);
    }
  } finally {
    display.close();
    off();
  }
  return hasFailed;
}

function chooseWork({ recipe, to }: WatchFlags): Work {
  if (recipe !== undefined && to === undefined) return { recipe };
  if (to !== undefined && recipe === undefined) return { convertTo: to, options: {} };
  throw new CommandError('Choose what to do with the files: --recipe NAME or --to FORMAT.');
}

/** Originals stay where they are. Processed files are remembered, so that a restart repeats nothing. */
export async function makeWatchCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  const command = addFolderFlags(
    new Command('watch')
      .argument('<folder>', 'new files in it are processed, and the originals stay')
      .option('--recipe <name>', 'run this recipe on each file')
      .option('-t, --to <format>', 'convert each file to this format')
      .option('--once', 'exit when all files are processed (default: run until Ctrl-C)'),
  );
  return command.action(async (folder: string, flags: WatchFlags) => {
    const hasFailed = await watchFolder(backend, folder, chooseWork(flags), flags);
    if (hasFailed && flags.once) process.exitCode = exitCodes.filesFailed;
  });
}
