import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { listSystemPaths, loadEngines } from '../../engines/probes.ts';
import { readFreeBytes } from '../../free-space.ts';
import { findFiles } from '../../job-and-engine-folders.ts';
import { limits } from '../../settings/limits.ts';
import { Breach } from '../hosts/breach.ts';
import { claimFolder } from '../hosts/folders/owner-folder.ts';
import { removeFolder } from '../hosts/folders/work-folder.ts';
import { createHostStarter } from '../hosts/host-starter.ts';
import type { Log } from '../hosts/log.ts';
import { openModuleCaches } from '../hosts/module-cache.ts';
import type { OnRetired } from '../hosts/pool.ts';
import type { HostRequest } from '../hosts/request.ts';
import type { FindModel } from '../models/model.ts';
import { ModelHosts } from '../models/model-hosts.ts';
import { findGroups, sweepGroups } from '../sandbox/cgroup.ts';
import { computeDataLimit } from '../sandbox/data-limit.ts';
import { chooseSeparation } from '../sandbox/identity.ts';
import { sourceRoot } from '../sandbox/program-folders.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { WebProxySettings } from '../web/web-proxy.ts';
import { HostPools, keepsProcesses } from './host-pools.ts';
import { HostGone, type MadeOutputs, runJob, runSmallJob } from './run-job.ts';

export type { HostRequest } from '../hosts/request.ts';

export interface Hosts {
  /** Runs one job. Rejects with a `JobFailure` for anything that the job or its host did wrong. */
  run<T>(request: HostRequest<T>): Promise<T>;
  /** Returns true if a job that needs this model could start now. */
  hasRoomFor(model: string): boolean;
  /** Returns true if the disk of the work folders is nearly full. */
  isDiskFull(): Promise<boolean>;
  /** True if its hosts used compiled modules from the start. */
  readonly hasCompiledModules: boolean;
  /** Resolves when the modules are compiled for future hosts, if this process compiles them. */
  readonly compiled: Promise<void>;
  /** Replaces all hosts by ones that see newly installed engines. Those at work finish their job first. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface HostsSettings {
  /** Several workers may share it; each uses its own folder inside. */
  dir: string;
  sandbox: 'on' | 'off';
  log: Log;
  /** Jobs at once in one pool. By default the number of cores. */
  maxHosts?: number;
  jobsDir?: string;
  /** The path of `bwrap`, if it is not in PATH. */
  bubblewrap?: string;
  hostJobs?: number;
  idleSeconds?: number;
  /** Megabytes that idle hosts of one kind may hold for their workspaces. */
  warmHostsMb?: number;
  processes?: number;
  /** A control group for hosts. Without one, our own is used if we may divide it. */
  cgroup?: string | undefined;
  /** Finds installed models. */
  findModel?: FindModel;
  /** Megabytes that models may use together. */
  modelMemoryMb?: number;
  modelIdleSeconds?: number;
  /** Jobs at once that run models. */
  maxModelJobs?: number;
  enginesDir?: string;
  /**
   * False in tests that start many short-lived workers; `found` uses what another process compiled and
   * compiles nothing; `awaited` compiles at normal priority, because something waits for it.
   */
  cacheModules?: boolean | 'found' | 'awaited';
  /** This is called for every host that is ended. */
  onRetired?: OnRetired | undefined;
  /** Lets pages be fetched from the web. */
  web?: WebProxySettings | undefined;
  /** The addresses of the timestamp servers that signatures may use, in order. */
  timestampServers?: readonly string[];
  /**
   * `first` starts one host immediately for the first job and others only on demand; `none` not even that.
   */
  spares?: 'first' | 'none';
}

/** Seconds of work after which a host is replaced. A long last job may exceed it. */
const hostSeconds = 1800;
const longestJobSeconds = limits.modelJobSeconds;

/** Starts the hosts. Rejects with `SandboxUnusable` if jobs could not be confined. */
export async function createHosts(settings: HostsSettings): Promise<Hosts> {
  const { log, jobsDir = join(sourceRoot, 'jobs'), maxHosts = availableParallelism() } = settings;
  const idleSeconds = settings.idleSeconds ?? limits.hostIdleSeconds;
  const modules = findFiles('jobs', 'run.ts', settings.jobsDir ? [settings.jobsDir] : undefined);
  const converters = findFiles('engines', 'convert.ts');
  const { enginesDir } = settings;
  const inferModules = findFiles('engines', 'infer.ts', enginesDir ? [enginesDir] : undefined);
  const own = await claimFolder(settings.dir);
  const groups = findGroups(settings.cgroup);
  if (groups) await sweepGroups(groups);
  let systemPaths = await listSystemPaths();
  const sandbox = createSandbox({
    mode: settings.sandbox,
    separation: chooseSeparation(),
    groups,
    sources: [jobsDir, ...(enginesDir ? [enginesDir] : [])],
    bubblewrap: settings.bubblewrap ?? 'bwrap',
    systemPaths: () => systemPaths,
    limits: {
      processes: settings.processes ?? limits.jobProcesses,
      openFiles: 4096,
      fileBytes: 2 * limits.outputBytes,
      cpuSeconds: (hostSeconds + longestJobSeconds) * availableParallelism(),
      dataBytes: groups ? undefined : computeDataLimit(limits.maxJobMemoryMb * 1024 ** 2),
    },
  });
  const starter = createHostStarter(sandbox, own.path, limits.hostStartSeconds, log);
  const models = new ModelHosts({
    find: settings.findModel ?? (() => undefined),
    modules: inferModules,
    starter,
    sandbox,
    log,
    memoryMb: settings.modelMemoryMb ?? Infinity,
    cores: availableParallelism(),
    idleSeconds: settings.modelIdleSeconds ?? limits.modelHostIdleSeconds,
    hostSeconds,
    onRetired: settings.onRetired,
  });
  const { timestampServers = [] } = settings;
  // The HTTP client behind it consists of a hundred files, which a command without timestamps need not load.
  const timestamps =
    timestampServers.length > 0
      ? (await import('../timestamps/timestamps.ts')).createTimestamps(timestampServers)
      : undefined;
  const services = { models, timestamps };
  const pools = new HostPools({
    starter,
    engines: await loadEngines(),
    log,
    maxHosts,
    maxModelJobs: settings.maxModelJobs ?? maxHosts,
    hostJobs: settings.hostJobs ?? limits.hostJobs,
    hostSeconds,
    idleSeconds,
    warmBytes: (settings.warmHostsMb ?? 0) * 1024 ** 2,
    keepsSpares: settings.spares === undefined,
    web: settings.web,
    onRetired: settings.onRetired,
  });
  /** Outputs being stored and folders being removed. */
  const unfinished = new Set<Promise<unknown>>();
  let lastJob = 0;
  const closing = new AbortController();

  const caches =
    settings.sandbox === 'on' && settings.cacheModules !== false
      ? await openModuleCaches(join(settings.dir, 'modules'))
      : undefined;
  const found = await caches?.find();
  if (found) starter.useCache(found);
  if (settings.sandbox === 'off')
    log.warn(
      {},
      'SANDBOX=off: jobs run with all rights of this process. Use this only if you trust all callers',
    );
  try {
    if (settings.spares === undefined) await pools.startSpare();
  } catch (error) {
    await own.close();
    throw error;
  }
  if (settings.spares === 'first') pools.startFirst();
  const building = caches && !found && settings.cacheModules !== 'found' ? buildCache() : undefined;

  async function buildCache(): Promise<void> {
    try {
      const built = await caches?.build(empty =>
        starter.compile(
          [...modules.values(), ...converters.values()],
          empty,
          closing.signal,
          settings.cacheModules !== 'awaited',
        ),
      );
      if (!built || closing.signal.aborted) return;
      starter.useCache(built);
      pools.renewSpare();
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'hosts start without compiled modules');
    }
  }

  async function runOnce<T>(module: string, request: HostRequest<T>): Promise<T> {
    const pool = pools.get(request.pool);
    const loaded = [module, ...request.engines.flatMap(id => converters.get(id) ?? [])];
    const member = await pool.acquire(request.workspaceId, loaded, request.signal);
    const began = performance.now();
    const task = {
      job: ++lastJob,
      module: sandbox.programPath(module),
      folder: member.host.folder,
      given: join(own.path, `given-${lastJob}`),
      taken: join(own.path, `taken-${lastJob}`),
      keepsProcesses: keepsProcesses(request.pool),
    };
    const { process: host } = member.host;
    let made: MadeOutputs | undefined;
    try {
      const bring = host.launch.small === undefined ? undefined : request.small;
      made = bring
        ? await runSmallJob(host, task, request, bring, services)
        : await runJob(host, task, request, services);
    } finally {
      member.jobs += 1;
      member.seconds += (performance.now() - began) / 1000;
      if (!made) pool.release(member);
    }
    const storing = track(store(request, task.taken, made));
    // The host is free for its next job while the outputs of this one are stored.
    const cleared = made.clearAway().catch(error => {
      host.spent = true;
      log.error({ err: error, host: member.host.id }, 'a work folder could not be emptied');
    });
    pool.releaseWhen(member, cleared);
    void track(cleared.then(() => removeFolder(task.given)).catch(() => {}));
    return await storing;
  }

  async function store<T>(
    request: HostRequest<T>,
    folder: string,
    { result, movable }: MadeOutputs,
  ): Promise<T> {
    try {
      const value = await request.collect(result, movable);
      request.signal.throwIfAborted();
      return value;
    } finally {
      void track(removeFolder(folder));
    }
  }

  function track<T>(work: Promise<T>): Promise<T> {
    unfinished.add(work);
    const forget = () => unfinished.delete(work);
    work.then(forget, forget);
    return work;
  }

  return {
    run: async request => {
      const module = modules.get(request.type);
      if (module === undefined) throw new Error(`no job type ${request.type} in ${jobsDir}`);
      for (let again = 0; ; again++) {
        request.signal.throwIfAborted();
        const letGo = request.models.length > 0 && (await models.hold(request.models, request.signal));
        try {
          return await runOnce(module, request);
        } catch (error) {
          if (error instanceof HostGone && again < 3) continue;
          const { type, workspaceId, jobId } = request;
          if (error instanceof Breach)
            log.error({ jobId, type, workspaceId, detail: error.detail }, 'a host violated its restrictions');
          throw error;
        } finally {
          if (letGo) letGo();
        }
      }
    },
    hasRoomFor: model => models.hasRoomFor(model),
    async isDiskFull() {
      return (await readFreeBytes(own.path)) < limits.minFreeDiskBytes;
    },
    hasCompiledModules: found !== undefined,
    compiled: Promise.resolve(building),
    async renew() {
      systemPaths = await listSystemPaths();
      pools.renew();
    },
    close: async () => {
      closing.abort();
      await building;
      await pools.close();
      await models.close();
      await timestamps?.close();
      await Promise.allSettled(unfinished);
      await own.close();
    },
  };
}
