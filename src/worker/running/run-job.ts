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
  emptyFolder,
  type FolderSize,
  handOver,
  overfull,
  removeFolder,
  setAside,
  translate,
} from '../hosts/folders/work-folder.ts';
import type { Answer, HostProcess } from '../hosts/host-process.ts';
import { type TakenResult, takeOutputs, takeSent } from '../hosts/outputs.ts';
import type { HostLimits, HostRequest, SmallInput } from '../hosts/request.ts';
import { watch } from '../hosts/watch.ts';
import type { ModelHosts } from '../models/model-hosts.ts';
import { Questions } from '../models/questions.ts';
import { saysOutOfMemory } from '../sandbox/data-limit.ts';

/** Beyond inputs and outputs, for what a tool keeps while it works. */
const scratch: FolderSize = { bytes: 64 * 1024 * 1024, entries: 10_000 };
const keptDetail = 8 * 1024;
const mb = 1024 * 1024;
/** Copying this much costs more than a new host: with the host gone, a file has one name and can be moved. */
const heavyBytes = 64 * 1024 * 1024;

export interface Task {
  job: number;
  module: string;
  /** Everything the host can write. */
  folder: string;
  /** Where its inputs are put together, which the host cannot reach; made here. */
  given: string;
  /** Where its larger outputs go, which the host cannot reach; made here. */
  taken: string;
  /** Its engine lives on from job to job; elsewhere a process left behind costs the host its life. */
  keepsProcesses: boolean;
}

const roomFor = (inputs: RunInput[], { outputBytes, outputFiles }: HostLimits): FolderSize => ({
  bytes: inputs.reduce((sum, input) => sum + input.size, 0) + 2 * outputBytes + scratch.bytes,
  entries: outputFiles + scratch.entries,
});

async function supervise(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  told: Pick<RunTask, 'inputs' | 'dir' | 'small'>,
  most: FolderSize,
  models: ModelHosts,
): Promise<Answer> {
  const { cell } = host.launch;
  const { seconds, startSeconds, memoryMb } = request.limits;
  host.limitMemory(memoryMb * mb);
  const killsBefore = cell.memoryKills();
  const inputMb = told.inputs.reduce((sum, { size }) => sum + size, 0) / mb;
  const watching = watch(
    {
      cell,
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
  const questions = new Questions(host, { ...request, allow }, models, watching.deadline);
  const outOfMemory = () =>
    new JobFailure('limit_exceeded', `used more than ${watching.memoryBytes} bytes of memory`);
  try {
    const answer = await host.run(
      {
        job: task.job,
        module: task.module,
        options: request.options,
        models: request.models,
        ...told,
      },
      {
        onProgress: request.onProgress,
        onPartial: request.onPartial,
        onQuestion: question => void questions.answer(question),
        onWork: allow,
      },
    );
    // A tool that the kernel or a full folder stopped shows as the engine's failure, and is not.
    if ('failure' in answer && cell.memoryKills() > killsBefore) throw outOfMemory();
    if ('failure' in answer && answer.failure.id === 'engine_error') {
      if (saysOutOfMemory(answer.failure.detail)) throw outOfMemory();
      const problem = await overfull(task.folder, most);
      if (problem) throw new JobFailure('limit_exceeded', problem);
    }
    return answer;
  } catch (error) {
    if (error instanceof JobFailure && cell.memoryKills() > killsBefore) throw outOfMemory();
    throw error;
  } finally {
    watching.stop();
    questions.end();
  }
}

type Sent = Extract<Answer, { result: unknown }>['result'];

/** The host was dead before it heard of the job: another can have it. */
export class HostGone extends Error {}

/** After one of these a host may be in any state; after another it has only said no to an input. */
const spends = (error: unknown): boolean => error instanceof JobFailure && ourFaults.has(error.reason);

/** What a job made, out of its host's reach. */
export interface Made {
  result: TakenResult;
  /** Nobody can have the files open any more: they may be moved instead of copied. */
  movable: boolean;
  /** Makes the host's folders empty for the next job; what is left of this one's lies in its `given` folder then. */
  clearAway(): Promise<void>;
}

/** What a host says it has made; throws what kept it from that. */
function resultOf(answer: Answer): Sent {
  if ('result' in answer) return answer.result as Sent;
  const { id, detail, part } = answer.failure;
  throw new JobFailure(id, detail.slice(0, keptDetail), part);
}

/** Its files by their paths from outside. */
function placed({ outputs, engines, warnings = [] }: Sent, inside: string, outside: string): RunResult {
  const paths = outputs.map(({ bytes: _, path = '', ...rest }) => ({
    ...rest,
    path: translate(path, inside, outside),
  }));
  return { outputs: paths, engines, warnings } as RunResult;
}

/** What was sent with its bytes need not be fetched; the rest lies in the host's `/tmp`. */
function takeSmall(result: Sent, task: Task, dir: string, most: HostLimits) {
  const { outputs, engines, warnings = [] } = result;
  if (!outputs.every(({ bytes }) => bytes !== undefined))
    return takeOutputs(dir, task.taken, placed(result, `/tmp/${task.job}`, dir), most);
  const taken = takeSent(outputs as Parameters<typeof takeSent>[0], most);
  return { result: { outputs: taken, engines, warnings } as TakenResult, bytes: 0 };
}

/** The same of a job whose files are small: they go to and fro by the channel, and the host works in memory. */
export async function runSmallJob(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  bring: () => Promise<SmallInput[]>,
  models: ModelHosts,
): Promise<Made> {
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
    const told = { inputs, dir, small: { folder, files, spill: `/tmp/${task.job}` } };
    const answer = await supervise(host, task, request, told, roomFor(inputs, request.limits), models);
    answered = true;
    const spill = join(tmp, `${task.job}`);
    const { result } = await takeSmall(resultOf(answer), task, spill, request.limits);
    return { result, movable: false, clearAway: () => clearAway(host, task, () => undefined) };
  } catch (error) {
    if (spends(error)) host.spent = true;
    if (running && !answered) await host.kill();
    await clearAway(host, task, () => removeFolder(task.taken));
    throw error;
  }
}

/** Runs one job in a host, from an empty folder to outputs that the host can reach no more. Of a job that fails nothing is left. */
export async function runJob(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  models: ModelHosts,
): Promise<Made> {
  const { work, identity } = host.launch;
  const dir = join(work.outside, `${task.job}`);
  let answered = false;
  let running = false;
  createWorkFolder(task.given);
  try {
    const given = await request.prepare(task.given, identity !== undefined);
    if (identity) handOver(task.given, identity);
    // In one step: a host that is left from an earlier job cannot make us write through a link of its own.
    renameSync(task.given, dir);
    const inputs = given.map(input => ({ ...input, path: translate(input.path, task.given, dir) }));
    request.signal.throwIfAborted();
    if (!host.usable) throw new HostGone();
    running = true;
    const most = roomFor(inputs, request.limits);
    const told = {
      inputs: inputs.map(input => ({ ...input, path: translate(input.path, work.outside, work.inside) })),
      dir: `${work.inside}/${task.job}`,
    };
    const answer = await supervise(host, task, request, told, most, models);
    answered = true;
    const made = placed(resultOf(answer), told.dir, dir);
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
    if (spends(error)) host.spent = true;
    if (running && !answered) await host.kill();
    await clearAway(host, task, async () => {
      for (const folder of [task.given, dir, task.taken]) await removeFolder(folder);
    });
    throw error;
  }
}

/** A process left behind has no business in the next job. */
async function settle(host: HostProcess, { keepsProcesses }: Task): Promise<void> {
  const { bytes, extras } = host.launch.cell.atRest();
  host.restBytes = bytes;
  if (!keepsProcesses && extras > 0) await host.kill();
}

async function clearAway(
  host: HostProcess,
  task: Task,
  clearFolders: () => Promise<void> | undefined,
): Promise<void> {
  await settle(host, task);
  const clear = async () => {
    if (!task.keepsProcesses) await emptyFolder(host.launch.tmp);
    await clearFolders();
  };
  // What still writes into the folder while it is removed shall not go on to do so.
  await clear().catch(async () => {
    await host.kill();
    await clear();
  });
  // One that still has a removed file mapped would seem to hide it in its next job. Root sees how large it is.
  if (!host.launch.identity && (await host.launch.cell.hides())) await host.kill();
}
