import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { ourFaults } from '../../contract/states.ts';
import type { RunInput, RunResult } from '../../jobs/run.ts';
import { limits } from '../../settings/limits.ts';
import { computeMegabytes, computeSeconds, type Work } from '../../settings/work.ts';
import type { RunTask } from '../hosts/channel/messages.ts';
import {
  createWorkFolder,
  describeExcess,
  emptyFolder,
  type FolderSize,
  handOver,
  removeFolder,
  setAside,
  translatePath,
} from '../hosts/folders/work-folder.ts';
import type { HostProcess, JobAnswer } from '../hosts/host-process.ts';
import { type TakenResult, takeOutputs, takeSentOutputs } from '../hosts/outputs.ts';
import type { HostLimits, HostRequest, SmallInput } from '../hosts/request.ts';
import { watchJob } from '../hosts/watch.ts';
import { saysOutOfMemory } from '../sandbox/data-limit.ts';
import { JobQuestions, type JobServices } from './job-questions.ts';

/** Space for temporary files in addition to inputs and outputs. */
const scratch: FolderSize = { bytes: 64 * 1024 * 1024, entries: 10_000 };
const keptDetail = 8 * 1024;
const mb = 1024 * 1024;
/**
 * Copying this much costs more than a new host: once the host is gone, a file has one name and can be moved.
 */
const heavyBytes = 64 * 1024 * 1024;

export interface Task {
  job: number;
  module: string;
  /** The folder with everything that the host can write. */
  folder: string;
  /** A folder for its inputs that the host cannot reach; created here. */
  given: string;
  /** A folder for its larger outputs that the host cannot reach; created here. */
  taken: string;
  /** True if its engine keeps processes between jobs; otherwise a remaining process ends the host. */
  keepsProcesses: boolean;
}

const computeRoom = (inputs: RunInput[], { outputBytes, outputFiles }: HostLimits): FolderSize => ({
  bytes: inputs.reduce((sum, input) => sum + input.size, 0) + 2 * outputBytes + scratch.bytes,
  entries: outputFiles + scratch.entries,
});

async function supervise(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  located: Pick<RunTask, 'inputs' | 'dir' | 'small'>,
  most: FolderSize,
  services: JobServices,
): Promise<JobAnswer> {
  const { processes } = host.launch;
  const { seconds, startSeconds, memoryMb } = request.limits;
  host.limitMemory(memoryMb * mb);
  const killsBefore = processes.countMemoryKills();
  const inputMb = located.inputs.reduce((sum, { size }) => sum + size, 0) / mb;
  const watching = watchJob(
    {
      processes,
      folder: task.folder,
      startSeconds: startSeconds + inputMb * limits.inputMegabyteSeconds,
      seconds,
      memoryBytes: memoryMb * mb,
      most,
      signal: request.signal,
    },
    error => host.end(error),
  );
  const allow = (work: Work) => {
    const bytes = computeMegabytes(work) * mb;
    if (bytes > watching.memoryBytes) {
      watching.memoryBytes = bytes;
      host.limitMemory(bytes);
    }
    watching.deadline.allow(computeSeconds(work));
  };
  const questions = new JobQuestions(host, { ...request, allow }, services, watching.deadline);
  const outOfMemory = () =>
    new JobFailure('limit_exceeded', `used more than ${watching.memoryBytes} bytes of memory`);
  try {
    const answer = await host.run(
      {
        job: task.job,
        module: task.module,
        options: request.options,
        models: request.models,
        ...located,
      },
      {
        onProgress: request.onProgress,
        onPartial: request.onPartial,
        onQuestion: question => void questions.answer(question),
        onWork: allow,
      },
    );
    // A tool stopped by the kernel or by a full folder looks like an engine's failure, but is a limit.
    if ('failure' in answer && processes.countMemoryKills() > killsBefore) throw outOfMemory();
    if ('failure' in answer && answer.failure.id === 'engine_error') {
      if (saysOutOfMemory(answer.failure.detail)) throw outOfMemory();
      const problem = await describeExcess(task.folder, most);
      if (problem) throw new JobFailure('limit_exceeded', problem);
    }
    return answer;
  } catch (error) {
    if (error instanceof JobFailure && processes.countMemoryKills() > killsBefore) throw outOfMemory();
    throw error;
  } finally {
    watching.stop();
    questions.end();
  }
}

type SentResult = Extract<JobAnswer, { result: unknown }>['result'];

/** The host died before it received the job, so another can run it. */
export class HostGone extends Error {}

/**
 * Returns true for errors that leave a host in an unknown state; after others it has only refused an input.
 */
const leavesHostUnusable = (error: unknown): boolean =>
  error instanceof JobFailure && ourFaults.has(error.reason);

/** The outputs of a job, out of its host's reach. */
export interface MadeOutputs {
  result: TakenResult;
  /** True if nobody can have the files open, so that they can be moved instead of copied. */
  movable: boolean;
  /**
   * Empties the host's folders for the next job. The rest of this job's files is then in its `given` folder.
   */
  clearAway(): Promise<void>;
}

/** Returns the outputs that a host reports, or throws its failure. */
function getResult(answer: JobAnswer): SentResult {
  if ('result' in answer) return answer.result as SentResult;
  const { id, detail, part, place } = answer.failure;
  throw new JobFailure(id, detail.slice(0, keptDetail), part, place);
}

/** Translates the paths of outputs to those outside. */
function translateOutputs(
  { outputs, engines, warnings = [] }: SentResult,
  inside: string,
  outside: string,
): RunResult {
  const paths = outputs.map(({ bytes: _, path = '', ...rest }) => ({
    ...rest,
    path: translatePath(path, inside, outside),
  }));
  return { outputs: paths, engines, warnings } as RunResult;
}

/** Outputs sent as bytes are used directly; the rest is in the host's `/tmp`. */
function takeSmall(result: SentResult, task: Task, dir: string, most: HostLimits) {
  const { outputs, engines, warnings = [] } = result;
  if (!outputs.every(({ bytes }) => bytes !== undefined))
    return takeOutputs(dir, task.taken, translateOutputs(result, `/tmp/${task.job}`, dir), most);
  const taken = takeSentOutputs(outputs as Parameters<typeof takeSentOutputs>[0], most);
  return { result: { outputs: taken, engines, warnings } as TakenResult, bytes: 0 };
}

/** Runs a job with small files: they travel through the channel, and the host works in memory. */
export async function runSmallJob(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  bring: () => Promise<SmallInput[]>,
  services: JobServices,
): Promise<MadeOutputs> {
  const { small: folder = '', tmp } = host.launch;
  let answered = false;
  let running = false;
  try {
    const brought = await bring();
    request.signal.throwIfAborted();
    if (!host.usable) throw new HostGone();
    running = true;
    const dir = `${folder}/${task.job}`;
    const inputs = brought.map(({ bytes: _, ...input }, i) => ({ ...input, path: `${dir}/input-${i}` }));
    const files = brought.map(({ bytes }) => bytes.toString('base64'));
    const located = { inputs, dir, small: { folder, files, spill: `/tmp/${task.job}` } };
    const answer = await supervise(
      host,
      task,
      request,
      located,
      computeRoom(inputs, request.limits),
      services,
    );
    answered = true;
    const spill = join(tmp, `${task.job}`);
    const { result } = await takeSmall(getResult(answer), task, spill, request.limits);
    return { result, movable: false, clearAway: () => clearAway(host, task, () => undefined) };
  } catch (error) {
    if (leavesHostUnusable(error)) host.spent = true;
    if (running && !answered) await host.kill();
    await clearAway(host, task, () => removeFolder(task.taken));
    throw error;
  }
}

/**
 * Runs one job in a host, from an empty folder to outputs that the host can no longer reach. A failed job
 * leaves nothing behind.
 */
export async function runJob(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  services: JobServices,
): Promise<MadeOutputs> {
  const { work, identity } = host.launch;
  const dir = join(work.outside, `${task.job}`);
  let answered = false;
  let running = false;
  createWorkFolder(task.given);
  try {
    const given = await request.prepare(task.given, identity !== undefined);
    if (identity) handOver(task.given, identity);
    // Renaming is one step: a host remaining from an earlier job cannot make us write through its link.
    renameSync(task.given, dir);
    const inputs = given.map(input => ({ ...input, path: translatePath(input.path, task.given, dir) }));
    request.signal.throwIfAborted();
    if (!host.usable) throw new HostGone();
    running = true;
    const most = computeRoom(inputs, request.limits);
    const located = {
      inputs: inputs.map(input => ({ ...input, path: translatePath(input.path, work.outside, work.inside) })),
      dir: `${work.inside}/${task.job}`,
    };
    const answer = await supervise(host, task, request, located, most, services);
    answered = true;
    const made = translateOutputs(getResult(answer), located.dir, dir);
    const { result, bytes } = await takeOutputs(dir, task.taken, made, request.limits);
    const movable = bytes > heavyBytes;
    if (movable) {
      await host.kill();
      await removeFolder(dir);
    }
    return {
      result,
      movable,
      clearAway: () => clearAway(host, task, () => (movable ? undefined : setAside(dir, task.given))),
    };
  } catch (error) {
    if (leavesHostUnusable(error)) host.spent = true;
    if (running && !answered) await host.kill();
    await clearAway(host, task, async () => {
      for (const folder of [task.given, dir, task.taken]) await removeFolder(folder);
    });
    throw error;
  }
}

/** Ends the host if a process remains that could affect the next job. */
async function endIfProcessesRemain(host: HostProcess, { keepsProcesses }: Task): Promise<void> {
  const { bytes, extras } = host.launch.processes.measureAtRest();
  host.restBytes = bytes;
  if (!keepsProcesses && extras > 0) await host.kill();
}

async function clearAway(
  host: HostProcess,
  task: Task,
  clearFolders: () => Promise<void> | undefined,
): Promise<void> {
  await endIfProcessesRemain(host, task);
  const clear = async () => {
    if (!task.keepsProcesses) await emptyFolder(host.launch.tmp);
    await clearFolders();
  };
  // A process that still writes into the folder while it is removed must be stopped.
  await clear().catch(async () => {
    await host.kill();
    await clear();
  });
  // A host that still has a removed file mapped would seem to hide it in its next job. Root can see its size.
  if (!host.launch.identity && (await host.launch.processes.hides())) await host.kill();
}
