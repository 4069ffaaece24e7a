import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { listSystemPaths } from '../../engines/probes.ts';
import { findFiles } from '../../folders.ts';
import { limits } from '../../settings/limits.ts';
import { Breach } from '../hosts/breach.ts';
import { claimFolder } from '../hosts/folders/owner-folder.ts';
import { removeFolder } from '../hosts/folders/work-folder.ts';
import { createHostStarter, type Host } from '../hosts/host-starter.ts';
import type { Log } from '../hosts/log.ts';
import { openModuleCaches } from '../hosts/module-cache.ts';
import { type OnRetired, Pool } from '../hosts/pool.ts';
import type { HostRequest } from '../hosts/request.ts';
import type { FindModel } from '../models/model.ts';
import { ModelHosts } from '../models/model-hosts.ts';
import { findGroups, sweepGroups } from '../sandbox/cgroup.ts';
import { dataBytes } from '../sandbox/data-limit.ts';
import { separationHere } from '../sandbox/identity.ts';
import { createSandbox, sourceRoot } from '../sandbox/sandbox.ts';
import { SandboxUnusable } from '../sandbox/unusable.ts';
import { HostGone, type Made, runJob, runSmallJob } from './run-job.ts';

export type { HostRequest } from '../hosts/request.ts';

export interface Hosts {
  /** Runs one job. Rejects with a `JobFailure` for whatever the job or its host did. */
  run<T>(request: HostRequest<T>): Promise<T>;
  /** Whether a job that needs this model could begin now. */
  hasRoomFor(model: string): boolean;
  /** Whether the disk of the work folders has no room to speak of. */
  isDiskFull(): Promise<boolean>;
  /** Whether its hosts started with compiled modules from the beginning. */
  readonly hasCompiledModules: boolean;
  /** Resolves when it has compiled them for the hosts to come, where that is its to do. */
  readonly compiled: Promise<void>;
  /** Replaces all hosts by ones that see what was installed since; those at work finish their job first. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface HostsSettings {
  /** Several workers may share it; each keeps to a folder of its own. */
  dir: string;
  sandbox: 'on' | 'off';
  log: Log;
  /** Jobs at once in one pool; the number of cores unless given. */
  maxHosts?: number;
  jobsDir?: string;
  /** The program `bwrap`, where it is not on the path. */
  bubblewrap?: string;
  hostJobs?: number;
  idleSeconds?: number;
  /** Megabytes that hosts of one kind may hold while they wait for jobs of their workspaces. */
  warmHostsMb?: number;
  processes?: number;
  /** A control group handed to us for hosts; without one, our own is used where it is ours to divide. */
  cgroup?: string | undefined;
  /** Models that are installed. */
  findModel?: FindModel;
  /** Megabytes they may take together. */
  modelMemoryMb?: number;
  modelIdleSeconds?: number;
  /** Jobs at once that run models. */
  maxModelJobs?: number;
  enginesDir?: string;
  /** Off in tests that start many short-lived workers; `found` uses what another process compiled and compiles nothing itself. */
  cacheModules?: boolean | 'found';
  /** Told of every host that is ended. */
  onRetired?: OnRetired | undefined;
  /** `first`: starts one host at once, which the first job gets, and further ones only for jobs that are there; `none`: not even that. */
  spares?: 'first' | 'none';
}

const gb = 1024 ** 3;
/** Time at work after which a host is replaced, and with a long last job the most it could come to. */
const hostSeconds = 1800;
const longestJobSeconds = limits.modelJobSeconds;
/** The hosts of jobs that run models: others do not wait for them, and they give way to others. */
export const modelPool = 'models';

/** Starts the hosts; rejects with a `SandboxUnusable` where jobs could not be kept in. */
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
    separation: separationHere(),
    groups,
    sources: [jobsDir, ...(enginesDir ? [enginesDir] : [])],
    bubblewrap: settings.bubblewrap ?? 'bwrap',
    systemPaths: () => systemPaths,
    limits: {
      processes: settings.processes ?? limits.jobProcesses,
      openFiles: 4096,
      fileBytes: 2 * limits.outputBytes,
      cpuSeconds: (hostSeconds + longestJobSeconds) * availableParallelism(),
      dataBytes: groups ? undefined : dataBytes(limits.mostJobMemoryMb * 1024 ** 2),
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
  const pools = new Map<string, Pool>();
  /** Outputs on their way to the storage, and folders on their way out. */
  const unfinished = new Set<Promise<unknown>>();
  let lastJob = 0;
  const closing = new AbortController();

  /** The first host shows whether jobs can be kept in here. */
  let everStarted = false;
  let first: Promise<Host> | undefined;
  const startHost = async (loaded: string[], yields: boolean): Promise<Host> => {
    try {
      const ahead = yields ? undefined : first;
      if (ahead) first = undefined;
      const host = ahead ? await starter.load(await ahead, loaded) : await starter.start(loaded, { yields });
      everStarted = true;
      return host;
    } catch (error) {
      throw everStarted ? error : new SandboxUnusable(error);
    }
  };

  const poolOf = (name: string): Pool => {
    const known = pools.get(name);
    if (known) return known;
    const standard = name === 'standard';
    const forModels = name === modelPool;
    const pool = new Pool(
      {
        name,
        most: forModels ? (settings.maxModelJobs ?? maxHosts) : maxHosts,
        jobs: settings.hostJobs ?? limits.hostJobs,
        seconds: hostSeconds,
        restBytes: standard || forModels ? gb / 4 : gb,
        idleSeconds,
        warmBytes: (settings.warmHostsMb ?? 0) * 1024 ** 2,
        alwaysReady: standard,
        keepsSpare: settings.spares === undefined,
      },
      loaded => startHost(loaded, forModels),
      log,
      settings.onRetired,
    );
    pools.set(name, pool);
    return pool;
  };

  const caches =
    settings.sandbox === 'on' && settings.cacheModules !== false
      ? await openModuleCaches(join(settings.dir, 'modules'))
      : undefined;
  const found = await caches?.find();
  if (found) starter.useCache(found);
  if (settings.sandbox === 'off')
    log.warn({}, 'SANDBOX=off: jobs run with all rights of this process; only for callers you trust');
  try {
    if (settings.spares === undefined) await poolOf('standard').ready();
  } catch (error) {
    await own.close();
    throw error;
  }
  if (settings.spares === 'first') {
    first = starter.start([]);
    // Whether it can be started at all is for the job to say that needs it.
    first.catch(() => {});
  }
  const building = caches && !found && settings.cacheModules !== 'found' ? buildCache() : undefined;

  async function buildCache(): Promise<void> {
    try {
      const built = await caches?.build(empty =>
        starter.compile([...modules.values(), ...converters.values()], empty, closing.signal),
      );
      if (!built || closing.signal.aborted) return;
      starter.useCache(built);
      poolOf('standard').renewSpare();
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'hosts start without compiled modules');
    }
  }

  async function runOnce<T>(module: string, request: HostRequest<T>): Promise<T> {
    const pool = poolOf(request.pool);
    const loaded = [module, ...request.engines.flatMap(id => converters.get(id) ?? [])];
    const member = await pool.acquire(request.workspaceId, loaded, request.signal);
    const began = performance.now();
    const task = {
      job: ++lastJob,
      module: sandbox.programPath(module),
      folder: member.host.folder,
      given: join(own.path, `given-${lastJob}`),
      taken: join(own.path, `taken-${lastJob}`),
      keepsProcesses: request.pool !== 'standard' && request.pool !== modelPool,
    };
    const { process: host } = member.host;
    let made: Made | undefined;
    try {
      const bring = host.launch.small === undefined ? undefined : request.small;
      made = bring
        ? await runSmallJob(host, task, request, bring, models)
        : await runJob(host, task, request, models);
    } finally {
      member.jobs += 1;
      member.seconds += (performance.now() - began) / 1000;
      if (!made) pool.release(member);
    }
    const storing = track(store(request, task.taken, made));
    // The host is free for its next job while the outputs of this one are stored.
    const cleared = made.clearAway().catch(error => {
      host.spent = true;
      log.error({ err: error, host: member.host.id }, 'a work folder could not be cleared');
    });
    pool.releaseWhen(member, cleared);
    void track(cleared.then(() => removeFolder(task.given)).catch(() => {}));
    return await storing;
  }

  async function store<T>(request: HostRequest<T>, folder: string, { result, movable }: Made): Promise<T> {
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
            log.error({ jobId, type, workspaceId, detail: error.detail }, 'a host broke the rules');
          throw error;
        } finally {
          if (letGo) letGo();
        }
      }
    },
    hasRoomFor: model => models.hasRoomFor(model),
    async isDiskFull() {
      const { bavail, bsize } = await statfs(own.path);
      return bavail * bsize < limits.leastFreeDiskBytes;
    },
    hasCompiledModules: found !== undefined,
    compiled: Promise.resolve(building),
    async renew() {
      systemPaths = await listSystemPaths();
      for (const pool of pools.values()) pool.renew();
    },
    close: async () => {
      closing.abort();
      await building;
      await (await first?.catch(() => undefined))?.retire();
      await Promise.all([...pools.values()].map(pool => pool.close()));
      await models.close();
      await Promise.allSettled(unfinished);
      await own.close();
    },
  };
}
