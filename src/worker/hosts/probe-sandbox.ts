import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listSystemPaths } from '../../engines/probes.ts';
import { findGroups } from '../sandbox/cgroup.ts';
import { type Separation, separationHere } from '../sandbox/identity.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { SandboxUnusable } from '../sandbox/unusable.ts';
import { createHostStarter } from './host-starter.ts';

/** What `doctor` says of the sandbox on this machine. */
export interface SandboxReport {
  usable: boolean;
  /** Why not, and what would help. */
  problem?: string;
  /** bubblewrap's, where it is installed. */
  version?: string;
  separation: Separation;
  seccomp: boolean;
  /** Who holds a job to its memory: the kernel, or we by looking ten times a second (each process alone is held by the kernel). */
  memory: 'cgroup v2' | 'cgroup v1' | 'watchdog';
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Starts a real host and asks it what it can feel of its walls. */
export async function probeSandbox(cgroup: string | undefined): Promise<SandboxReport> {
  const separation = separationHere();
  const groups = findGroups(cgroup);
  const known = await promisify(execFile)('bwrap', ['--version']).catch(() => undefined);
  const version = known && /[\d.]+/.exec(known.stdout)?.[0];
  const systemPaths = await listSystemPaths();
  const memory: SandboxReport['memory'] = groups ? `cgroup ${groups.version}` : 'watchdog';
  const report = { separation, memory, ...(version !== undefined && { version }) };
  const sandbox = createSandbox({
    mode: 'on',
    separation,
    groups,
    bubblewrap: 'bwrap',
    systemPaths: () => systemPaths,
    sources: [],
    limits: { processes: 256, openFiles: 1024, fileBytes: 1024, cpuSeconds: 60, dataBytes: undefined },
  });
  const dir = await mkdtemp(join(tmpdir(), 'filemill-probe-'));
  try {
    const host = await createHostStarter(sandbox, dir, 10, quiet).start([]);
    await host.retire();
    return { ...report, usable: true, seccomp: host.ready.seccomp };
  } catch (error) {
    return { ...report, usable: false, seccomp: false, problem: new SandboxUnusable(error).message };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
