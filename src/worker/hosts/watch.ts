import { JobFailure } from '../../contract/failure.ts';
import type { Cell } from '../sandbox/cell.ts';
import { Breach } from './breach.ts';
import { Deadline } from './deadline.ts';
import { type FolderSize, overfull } from './folders/work-folder.ts';

export interface Watched {
  cell: Cell;
  /** Everything the host can write. */
  folder: string;
  /** How long it has to begin with, and the most it can be allowed. */
  startSeconds: number;
  seconds: number;
  memoryBytes: number;
  most: FolderSize;
  signal: AbortSignal;
}

const memoryEveryMs = 100;
const folderEveryMs = 250;
/** Looking may take at most a tenth of the time. */
const folderShare = 10;

/** What is wrong with what a host has written, if anything. */
async function faultOf(cell: Cell, folder: string, most: FolderSize): Promise<JobFailure | undefined> {
  const { hidden, ...unnamed } = await cell.unnamed(most);
  if (hidden !== undefined) return new Breach(`the host holds ${hidden}`, 'limit_exceeded');
  const problem = await overfull(folder, most, unnamed);
  return problem === undefined ? undefined : new JobFailure('limit_exceeded', problem);
}

/** Looks at what a host has written, again and again, until `stop` or until it is too much. */
export function watchFolder(
  cell: Cell,
  folder: string,
  most: FolderSize,
  onFault: (fault: JobFailure) => void,
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const look = async () => {
    const began = performance.now();
    const fault = await faultOf(cell, folder, most);
    if (stopped) return;
    if (fault) onFault(fault);
    else next(Math.max(folderEveryMs, (performance.now() - began) * folderShare));
  };
  const next = (delay: number) => {
    timer = setTimeout(() => void look(), delay);
  };
  next(folderEveryMs);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export interface Watching {
  readonly deadline: Pick<Deadline, 'allow' | 'exclude'>;
  /** Memory that it may use from now on. */
  memoryBytes: number;
  stop(): void;
}

/** Holds a running job to its limits until `stop`; `onBreach` is told the first one it passes. */
export function watch(watched: Watched, onBreach: (error: Error) => void): Watching {
  const { cell, folder, startSeconds, seconds, most, signal } = watched;
  let stopped = false;
  const breach = (error: Error) => {
    if (!stopped) onBreach(error);
  };

  const onAbort = () => breach(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const deadline = new Deadline(startSeconds, seconds, took =>
    breach(new JobFailure('timeout', `took longer than the ${took} s that its work may take`)),
  );

  const memory = setInterval(() => {
    if (cell.isOver(watching.memoryBytes))
      breach(new JobFailure('limit_exceeded', `used more than ${watching.memoryBytes} bytes of memory`));
  }, memoryEveryMs);

  const folderWatch = watchFolder(cell, folder, most, breach);

  const watching: Watching = {
    deadline,
    memoryBytes: watched.memoryBytes,
    stop: () => {
      stopped = true;
      signal.removeEventListener('abort', onAbort);
      deadline.stop();
      clearInterval(memory);
      folderWatch.stop();
    },
  };
  return watching;
}
