import { readdir, stat } from 'node:fs/promises';
import type { Engine } from './engine.ts';
import { isInstalling, readInstalling } from './installing.ts';
import { loadEngines } from './probes.ts';

/** The engines that can be used here. The records change in place while packages are installed or removed. */
export interface EngineWatch {
  /** Versions by id. */
  readonly engines: Record<string, string>;
  /** The values that callers may choose from, by id. */
  readonly facts: Record<string, Record<string, string[]>>;
  /** Ids of the engines that set-up is installing. */
  readonly installing: string[];
  /** Adds a listener that is awaited before other engines are offered. */
  beforeChange(listener: () => Promise<void>): void;
  onChange(listener: () => void): void;
  close(): void;
}

export interface EngineWatchSettings {
  load?(): Promise<Engine[]>;
  /** The folder of dpkg's records. */
  dpkgDir?: string;
  installingFile?: string;
  lookSeconds?: number;
  onProblem?(error: unknown): void;
}

type Found = { -readonly [Name in 'engines' | 'facts' | 'installing']: EngineWatch[Name] };

/** Reads when packages last changed. Undefined while dpkg is at work: an engine is not whole then. */
async function readPackagesKey(dpkgDir: string): Promise<string | undefined> {
  const journal = await readdir(`${dpkgDir}/updates`).catch(() => []);
  if (journal.length > 0) return undefined;
  return String(
    await stat(`${dpkgDir}/status`).then(
      ({ mtimeMs }) => mtimeMs,
      () => 'none',
    ),
  );
}

/** Probes all engines but those whose packages are being installed, which may be here in part. */
async function findEngines(engines: Engine[], packages: readonly string[]): Promise<Found> {
  const found: Found = { engines: {}, facts: {}, installing: [] };
  await Promise.all(
    engines.map(async engine => {
      if (isInstalling(engine, packages)) return found.installing.push(engine.id);
      const version = await engine.probe();
      if (version === undefined) return;
      found.engines[engine.id] = version;
      if (engine.facts) found.facts[engine.id] = await engine.facts();
    }),
  );
  found.installing.sort();
  return found;
}

const sortKeys = ({ engines, facts, installing }: Found) => [
  Object.entries(engines).sort(),
  Object.entries(facts).sort(),
  installing,
];

function replaceEntries<T>(record: Record<string, T>, entries: Record<string, T>): void {
  for (const id of Object.keys(record)) if (!(id in entries)) delete record[id];
  Object.assign(record, entries);
}

/** Looks every few seconds whether packages were installed or removed, and probes the engines again if so. */
export async function watchEngines(settings: EngineWatchSettings = {}): Promise<EngineWatch> {
  const { load = loadEngines, dpkgDir = '/var/lib/dpkg', installingFile, lookSeconds = 3 } = settings;
  const preparing: (() => Promise<void>)[] = [];
  const listeners: (() => void)[] = [];
  const all = await load();
  const readState = async () => {
    const packages = await readInstalling(installingFile);
    // While set-up installs, only its own announcements count.
    const key = packages.length > 0 ? 'set-up' : await readPackagesKey(dpkgDir);
    return { packages, isSettled: key !== undefined, signature: JSON.stringify([packages, key]) };
  };
  let { packages, signature } = await readState();
  const current = await findEngines(all, packages);

  async function look(): Promise<void> {
    const state = await readState();
    if (!state.isSettled || state.signature === signature) return;
    const found = await findEngines(all, state.packages);
    ({ packages, signature } = state);
    if (JSON.stringify(sortKeys(found)) === JSON.stringify(sortKeys(current))) return;
    for (const prepare of preparing) await prepare();
    replaceEntries(current.engines, found.engines);
    replaceEntries(current.facts, found.facts);
    current.installing = found.installing;
    for (const listener of listeners) listener();
  }

  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    await look().catch(error => settings.onProblem?.(error));
    isLooking = false;
  }, lookSeconds * 1000);
  timer.unref();
  return {
    engines: current.engines,
    facts: current.facts,
    get installing() {
      return current.installing;
    },
    beforeChange: listener => void preparing.push(listener),
    onChange: listener => void listeners.push(listener),
    close: () => clearInterval(timer),
  };
}
