/** What each engine folder's `probe.ts` exports as `engine`: is it here, in which version, and how to get it. */
export interface Engine {
  /** The folder's name. */
  id: string;
  title: string;
  licence: string;
  /** Debian packages that bring it; none for an npm package. */
  packages: readonly string[];
  /** Paths outside `/usr` that it reads while it works, such as its settings in `/etc`; `*` stands for any part of a name. */
  reads?: readonly string[];
  /** The installed version, or undefined when it is not here. Must be quick: no engine is started for real. */
  probe(): Promise<string | undefined>;
  /** Of an engine that runs models: megabytes that a model host takes at work, unless the model's `memoryMb` says otherwise. */
  heavyMb?: number;
  /** Lists a caller may want to choose from, such as the languages it can read. Quick, like `probe`. */
  facts?(): Promise<Record<string, string[]>>;
}
