import { JobFailure } from '../../contract/failure.ts';
import type { SandboxProcesses } from '../sandbox/sandbox-processes.ts';
import { Breach } from './breach.ts';
import { Deadline } from './deadline.ts';
import { describeExcess, type FolderSize } from './folders/work-folder.ts';

export interface WatchedJob {
  processes: SandboxProcesses;
  /** The folder with everything that the host can write. */
  folder: string;
  /** The initial time, and the longest total time. */
  startSeconds: number;
  seconds: number;
  memoryBytes: number;
  most: FolderSize;
  signal: AbortSignal;
}

const memoryEveryMs = 100;
const folderEveryMs = 250;
/** The interval of a job that has run for a while: listing what its programs keep open is slow. */
const folderOfLongJobEveryMs = 1000;
/** The inverse share of a job's age after which its folder is measured again. */
const ageShare = 10;
/** The inverse share of time that measuring the folder may take. */
const folderShare = 10;

/** Chooses when to measure a folder again, by how long the job has run and how long the last measurement took. */
function chooseDelay(ageMs: number, tookMs: number): number {
  const byAge = Math.min(folderOfLongJobEveryMs, Math.max(folderEveryMs, ageMs / ageShare));
  return Math.max(byAge, tookMs * folderShare);
}

/** Returns the fault in a host's files, if there is one. */
async function findFault(
  processes: SandboxProcesses,
  folder: string,
  most: FolderSize,
): Promise<JobFailure | undefined> {
  const { hidden, ...deleted } = await processes.countDeletedFiles(most);
  if (hidden !== undefined) return new Breach(`the host hides ${hidden}`, 'limit_exceeded');
  const problem = await describeExcess(folder, most, deleted);
  return problem === undefined ? undefined : new JobFailure('limit_exceeded', problem);
}

/** Measures a host's files repeatedly until `stop` is called or the limit is exceeded. */
export function watchFolder(
  processes: SandboxProcesses,
  folder: string,
  most: FolderSize,
  onFault: (fault: JobFailure) => void,
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const start = performance.now();
  const look = async () => {
    const began = performance.now();
    const fault = await findFault(processes, folder, most);
    if (stopped) return;
    if (fault) onFault(fault);
    else next(chooseDelay(began - start, performance.now() - began));
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

export interface JobWatcher {
  readonly deadline: Pick<Deadline, 'allow' | 'exclude'>;
  /** Memory that it may use from now on. */
  memoryBytes: number;
  stop(): void;
}

/** Enforces a running job's limits until `stop`. `onBreach` receives the first violation. */
export function watchJob(watched: WatchedJob, onBreach: (error: Error) => void): JobWatcher {
  const { processes, folder, startSeconds, seconds, most, signal } = watched;
  let stopped = false;
  const breach = (error: Error) => {
    if (!stopped) onBreach(error);
  };

  const onAbort = () => breach(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const deadline = new Deadline(startSeconds, seconds, took =>
    breach(new JobFailure('timeout', `took longer than the ${took} s allowed for its work`)),
  );

  const memory = setInterval(() => {
    if (processes.isOver(watching.memoryBytes))
      breach(new JobFailure('limit_exceeded', `used more than ${watching.memoryBytes} bytes of memory`));
  }, memoryEveryMs);

  const folderWatch = watchFolder(processes, folder, most, breach);

  const watching: JobWatcher = {
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
