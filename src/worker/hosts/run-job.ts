import { join, relative } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { ourFaults } from '../../contract/states.ts';
import type { RunInput, RunResult } from '../../jobs/run.ts';
import type { Answer, HostProcess } from './host-process.ts';
import type { HostRequest } from './hosts.ts';
import { Breach, checkResult } from './outputs.ts';
import { watch } from './watch.ts';
import {
  createWorkFolder,
  emptyFolder,
  type FolderSize,
  handOver,
  overfull,
  removeFolder,
} from './work-folder.ts';

/** Beyond inputs and outputs, for what a tool keeps while it works. */
const scratch: FolderSize = { bytes: 64 * 1024 * 1024, entries: 10_000 };
const keptDetail = 8 * 1024;

export interface Task {
  job: number;
  module: string;
  /** Everything the host can write. */
  folder: string;
  /** Its engine lives on from job to job; elsewhere a process left behind costs the host its life. */
  keepsProcesses: boolean;
}

const roomFor = (inputs: RunInput[], limits: HostRequest<unknown>['limits']): FolderSize => ({
  bytes: inputs.reduce((sum, input) => sum + input.size, 0) + 2 * limits.outputBytes + scratch.bytes,
  entries: limits.outputFiles + scratch.entries,
});

/** The same path seen from the other side of the sandbox. */
function translate(path: string, from: string, to: string): string {
  const within = relative(from, path);
  if (!path.startsWith('/') || within === '' || within.startsWith('..'))
    throw new Breach(`path ${JSON.stringify(path)} lies outside the work folder`);
  return join(to, within);
}

async function supervise(
  host: HostProcess,
  task: Task,
  request: HostRequest<unknown>,
  inputs: RunInput[],
  most: FolderSize,
): Promise<Answer> {
  const { work, cell } = host.launch;
  const memoryBytes = request.limits.memoryMb * 1024 * 1024;
  cell.limitMemory(memoryBytes);
  const killsBefore = cell.memoryKills();
  const watched = { cell, folder: task.folder, seconds: request.limits.seconds, memoryBytes, most };
  const watching = watch({ ...watched, signal: request.signal }, error => host.end(error));
  const outOfMemory = () => new JobFailure('limit_exceeded', `used more than ${memoryBytes} bytes of memory`);
  try {
    const answer = await host.run(
      {
        job: task.job,
        module: task.module,
        inputs: inputs.map(input => ({ ...input, path: translate(input.path, work.outside, work.inside) })),
        options: request.options,
        dir: `${work.inside}/${task.job}`,
      },
      request.onProgress,
    );
    // A tool that the kernel or a full folder stopped shows as the engine's failure, and is not.
    if ('failure' in answer && answer.failure.reason === 'engine_error') {
      if (cell.memoryKills() > killsBefore) throw outOfMemory();
      const problem = await overfull(task.folder, most);
      if (problem) throw new JobFailure('limit_exceeded', problem);
    }
    return answer;
  } catch (error) {
    if (error instanceof JobFailure && cell.memoryKills() > killsBefore) throw outOfMemory();
    throw error;
  } finally {
    watching.stop();
  }
}

/** After one of these a host may be in any state; after another it has only said no to an input. */
const spends = (error: unknown): boolean => error instanceof JobFailure && ourFaults.has(error.reason);

/** Runs one job in a host, from an empty folder to stored outputs. The folder is gone afterwards, whatever happened. */
export async function runJob<T>(host: HostProcess, task: Task, request: HostRequest<T>): Promise<T> {
  const { work, tmp, identity, cell } = host.launch;
  const dir = join(work.outside, `${task.job}`);
  let stopped: number[] | undefined;
  let running = false;
  await createWorkFolder(dir);
  try {
    const inputs = await request.prepare(dir);
    if (identity) await handOver(dir, identity);
    request.signal.throwIfAborted();
    running = true;
    const answer = await supervise(host, task, request, inputs, roomFor(inputs, request.limits));

    // From here on nothing moves in the folder: what is checked is what is stored.
    stopped = await cell.freeze();
    if (!stopped)
      throw new JobFailure('engine_error', 'the host ended or would not hold still after its job');
    if ('failure' in answer)
      throw new JobFailure(answer.failure.reason, answer.failure.detail.slice(0, keptDetail));
    const result = answer.result as RunResult;
    const outputs = result.outputs.map(output => ({
      ...output,
      path: translate(output.path, `${work.inside}/${task.job}`, dir),
    }));
    const checked = await checkResult(dir, { outputs, engines: result.engines }, request.limits);
    const value = await request.collect(dir, checked);
    request.signal.throwIfAborted();
    return value;
  } catch (error) {
    if (spends(error)) host.spent = true;
    throw error;
  } finally {
    if (running && !stopped) await host.kill();
    if (stopped && !task.keepsProcesses) {
      if (cell.extras(stopped) > 0) host.spent = true;
      await emptyFolder(tmp);
    }
    await removeFolder(dir);
    if (stopped) cell.thaw(stopped);
  }
}
