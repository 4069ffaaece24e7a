import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { RunContext, RunResult } from '../../../src/jobs/run.ts';

/** Options are not checked here: the test decides what a hostile job does. */
export type HostileRun<Options> = (context: RunContext<Options>) => Promise<RunResult>;

/** Returns a job's findings as its only output. */
export async function report(dir: string, findings: unknown): Promise<RunResult> {
  const path = `${dir}/findings.json`;
  await writeFile(path, JSON.stringify(findings));
  return { outputs: [{ path, filename: 'findings.json', format: 'json' }], engines: ['probe'] };
}

/** These jobs would harm an unprotected machine, so this check runs first. */
export function onlyInSandbox(): void {
  if (hostname() !== 'host' || process.getuid?.() === 0 || !process.execPath.startsWith('/filemill/'))
    throw new Error('a hostile job was about to run outside the sandbox');
}

const exitCall: Record<string, number> = { arm64: 93, x64: 60 };

/** A Python script that runs `work()` in a second thread and ends the first. */
export const runInSecondThread = (script: string): string => `${script}
import ctypes, threading
threading.Thread(target=work).start()
ctypes.CDLL(None).syscall(${exitCall[process.arch]}, 0)`;
