import type { Engine } from '../../engines/engine.ts';
import type { Host, HostStarter } from '../hosts/host-starter.ts';
import type { Log } from '../hosts/log.ts';
import { type OnRetired, Pool } from '../hosts/pool.ts';
import type { LaunchOptions } from '../sandbox/sandbox.ts';
import { SandboxUnusable } from '../sandbox/unusable.ts';
import { startWebProxy, type WebProxySettings } from '../web/web-proxy.ts';

export interface HostPoolsSettings {
  starter: HostStarter;
  engines: readonly Engine[];
  log: Log;
  /** Jobs at once in one pool. */
  maxHosts: number;
  /** Jobs at once that run models. */
  maxModelJobs: number;
  /** Jobs after which a host is replaced. */
  hostJobs: number;
  /** Seconds of work after which a host is replaced. */
  hostSeconds: number;
  idleSeconds: number;
  /** Bytes that idle hosts of one pool may hold for their workspaces. */
  warmBytes: number;
  keepsSpares: boolean;
  web: WebProxySettings | undefined;
  onRetired: OnRetired | undefined;
}

type HostOptions = Pick<LaunchOptions, 'yields' | 'isMultiprocess'> & { reachesWeb?: boolean };

const gb = 1024 ** 3;

/** The pool for jobs that need no other. */
export const standardPool = 'standard';
/** The pool for jobs that run models: others do not wait for them, and they have the lowest priority. */
export const modelPool = 'models';

/** Returns true if the processes that a job started in this pool may go on after it. */
export const keepsProcesses = (pool: string): boolean => pool !== standardPool && pool !== modelPool;

/** The hosts that run jobs: one pool for most of them, one for models, and those that engines ask for. */
export class HostPools {
  readonly #settings: HostPoolsSettings;
  readonly #pools = new Map<string, Pool>();
  readonly #multiprocess: ReadonlySet<string>;
  readonly #reachingWeb: ReadonlySet<string>;
  /** A host that was started before the first job was there. */
  #first: Promise<Host> | undefined;
  /** The first host shows whether jobs can be confined. */
  #everStarted = false;

  constructor(settings: HostPoolsSettings) {
    this.#settings = settings;
    const { engines } = settings;
    this.#multiprocess = new Set(engines.flatMap(({ multiprocessHost = [] }) => multiprocessHost));
    this.#reachingWeb = new Set(
      engines.flatMap(({ multiprocessHost = [], reachesWeb }) => (reachesWeb ? multiprocessHost : [])),
    );
  }

  /** Returns the pool of this name. */
  get(name: string): Pool {
    const known = this.#pools.get(name);
    if (known) return known;
    const pool = this.#createPool(name);
    this.#pools.set(name, pool);
    return pool;
  }

  /** Starts a spare host. Rejects with `SandboxUnusable` if jobs could not be confined. */
  async startSpare(): Promise<void> {
    await this.get(standardPool).ready();
  }

  /** Starts the host of the first job, which reports whether it can be started. */
  startFirst(): void {
    this.#first = this.#settings.starter.start([]);
    this.#first.catch(() => {});
  }

  /** Replaces the spare host, so that the next workspace gets one with compiled modules. */
  renewSpare(): void {
    this.get(standardPool).renewSpare();
  }

  /** Replaces all hosts. Those at work finish their job first. */
  renew(): void {
    for (const pool of this.#pools.values()) pool.renew();
  }

  async close(): Promise<void> {
    await (await this.#first?.catch(() => undefined))?.retire();
    await Promise.all([...this.#pools.values()].map(pool => pool.close()));
  }

  #createPool(name: string): Pool {
    const { maxHosts, maxModelJobs, hostJobs, hostSeconds, idleSeconds, warmBytes, keepsSpares } =
      this.#settings;
    const isStandard = name === standardPool;
    const forModels = name === modelPool;
    const reachesWeb = this.#reachingWeb.has(name);
    const isMultiprocess = this.#multiprocess.has(name);
    return new Pool(
      {
        name,
        most: forModels ? maxModelJobs : maxHosts,
        // The limits on what is fetched from the web hold for one job.
        jobs: reachesWeb ? 1 : hostJobs,
        seconds: hostSeconds,
        restBytes: isStandard || forModels ? gb / 4 : gb,
        idleSeconds,
        warmBytes,
        alwaysReady: isStandard,
        keepsSpare: keepsSpares && !reachesWeb,
      },
      modules => this.#startHost(modules, { yields: forModels, isMultiprocess, reachesWeb }),
      this.#settings.log,
      this.#settings.onRetired,
    );
  }

  async #startHost(modules: string[], options: HostOptions): Promise<Host> {
    const { starter, web } = this.#settings;
    try {
      if (options.reachesWeb && web) return await this.#startWebHost(web, modules);
      const ahead = options.yields || options.isMultiprocess ? undefined : this.#first;
      if (ahead) this.#first = undefined;
      const host = ahead ? await starter.load(await ahead, modules) : await starter.start(modules, options);
      this.#everStarted = true;
      return host;
    } catch (error) {
      throw this.#everStarted ? error : new SandboxUnusable(error);
    }
  }

  /** Starts a host with its own proxy, which ends with the host. */
  async #startWebHost(web: WebProxySettings, modules: string[]): Promise<Host> {
    const proxy = await startWebProxy(web);
    try {
      const host = await this.#settings.starter.start(modules, {
        isMultiprocess: true,
        webProxy: proxy.path,
      });
      const retire = async () => {
        await host.retire();
        await proxy.close();
      };
      return { ...host, retire };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }
}
