/** The socket inside a host that leads to the guard in the worker's process. */
export const webSocketPath = '/filemill/web';

/**
 * The description of an engine that its `probe.ts` exports as `engine`: whether it is installed, in which version, and
 * how to get it.
 */
export interface Engine {
  /** The folder's name. */
  id: string;
  title: string;
  licence: string;
  /** Debian packages that bring it; none for an npm package. */
  packages: readonly string[];
  /** The setting without which it is missing, if it is no program that could be installed. */
  setting?: string;
  /** True if npm brings the engine, so that it runs while its Debian packages, such as fonts, are still missing. */
  comesWithNpm?: boolean;
  /** True if its packages are so large that set-up installs them after everything else. */
  isLarge?: true;
  /** Paths outside `/usr` that it reads while it works, such as its settings in `/etc`; `*` stands for any part of a name. */
  reads?: readonly string[];
  /**
   * Finds the installed version, or undefined when it is not installed. This must be quick: no engine is started for
   * real.
   */
  probe(): Promise<string | undefined>;
  /**
   * The pool of hosts that this engine runs in, if it is a program of several processes that share memory and pass each other
   * open files, as a browser does. Other hosts refuse that.
   */
  multiprocessHost?: string;
  /** True if the hosts of `multiprocessHost` reach the web, through a socket at `webSocketPath`. Each of them serves one job. */
  reachesWeb?: true;
  /** Megabytes that a model host of this engine takes at work, unless the model's `memoryMb` says otherwise. */
  heavyMb?: number;
  /** Lists the values a caller may choose from, such as the languages it can read. This must be as quick as `probe`. */
  facts?(): Promise<Record<string, string[]>>;
}
