import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunInput } from '../../src/jobs/run.ts';
import type { TakenOutput, TakenResult } from '../../src/worker/hosts/outputs.ts';
import type { HostRequest, Hosts, HostsSettings } from '../../src/worker/running/hosts.ts';
import { createHosts } from '../../src/worker/running/hosts.ts';

export const hostileJobs = fileURLToPath(new URL('./hostile', import.meta.url));

export interface Logged {
  level: string;
  fields: Record<string, unknown>;
  message: string;
}

export function recordingLog(entries: Logged[]): HostsSettings['log'] {
  const at = (level: string) => (fields: object, message: string) => {
    entries.push({ level, fields: { ...fields }, message });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export function openHosts(dir: string, settings: Partial<HostsSettings> = {}): Promise<Hosts> {
  const base = { dir, sandbox: 'on', maxHosts: 2, jobsDir: hostileJobs, cacheModules: false } as const;
  return createHosts({ ...base, log: recordingLog([]), ...settings });
}

export interface Asked extends Partial<Omit<HostRequest<unknown>, 'limits'>> {
  text?: string;
  limits?: Partial<HostRequest<unknown>['limits']>;
}

/** The report of the job `echo`. */
export interface Echo {
  started: number;
  runs: number;
  texts: string[];
}

export interface Collected {
  result: TakenResult;
  text: string;
}

/** A job with small limits by default. */
export function requestFor<T>(
  asked: Pick<HostRequest<T>, 'type' | 'prepare' | 'collect'> & Omit<Asked, 'prepare' | 'collect' | 'text'>,
): HostRequest<T> {
  const { limits, ...request } = asked;
  return {
    workspaceId: 'wsp_a',
    pool: 'standard',
    engines: [],
    models: [],
    options: {},
    onProgress: () => {},
    onPartial: () => {},
    charge: async () => {},
    measure: async () => {},
    signal: new AbortController().signal,
    ...request,
    limits: {
      seconds: 60,
      startSeconds: 60,
      memoryMb: 300,
      outputBytes: 1024 * 1024,
      outputFiles: 10,
      ...limits,
    },
  };
}

export const contentOf = async ({ file }: TakenOutput): Promise<Buffer> =>
  typeof file === 'string' ? await readFile(file) : file;

/** Copies the only input of a job into its folder, for `prepare`. */
export async function writeInput(dir: string, text = 'hello'): Promise<RunInput[]> {
  const path = join(dir, 'input-0');
  await writeFile(path, text);
  return [{ path, filename: 'a.txt', format: 'txt', size: text.length }];
}

/** Runs one job on a text and reads its first output. */
export function ask(
  hosts: Hosts,
  type: string,
  options: unknown = {},
  asked: Asked = {},
): Promise<Collected> {
  const { text = 'hello', ...request } = asked;
  return hosts.run(
    requestFor({
      ...request,
      type,
      options,
      prepare: dir => writeInput(dir, text),
      collect: async result => ({ result, text: (await contentOf(result.outputs[0]!)).toString() }),
    }),
  );
}

/** The same, parsed as the findings of a probe. */
export async function findings<Found>(
  hosts: Hosts,
  type: string,
  options?: unknown,
  asked?: Asked,
): Promise<Found> {
  return JSON.parse((await ask(hosts, type, options, asked)).text) as Found;
}
