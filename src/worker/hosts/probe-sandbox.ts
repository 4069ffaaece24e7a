import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listSystemPaths } from '../../engines/probes.ts';
import { findGroups } from '../sandbox/cgroup.ts';
import { chooseSeparation, type Separation } from '../sandbox/identity.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { SandboxUnusable } from '../sandbox/unusable.ts';
import { createHostStarter } from './host-starter.ts';

/** The sandbox of this machine as reported by `doctor`. */
export interface SandboxReport {
  usable: boolean;
  /** The reason why it is unusable, and a remedy. */
  problem?: string;
  /** The version of bubblewrap, if it is installed. */
  version?: string;
  separation: Separation;
  seccomp: boolean;
  /**
   * How a job's memory is limited: by the kernel's control groups, or by checking ten times a second (the
   * kernel limits each process in any case).
   */
  memory: 'cgroup v2' | 'cgroup v1' | 'watchdog';
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Starts a real host and checks how it is confined. */
export async function probeSandbox(cgroup: string | undefined): Promise<SandboxReport> {
  const separation = chooseSeparation();
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
