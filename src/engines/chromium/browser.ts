import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { JobFailure } from '../../contract/failure.ts';
import { Connection } from './connection.ts';
import { makeProxySwitch, program, switches } from './program.ts';
import { openWebBridge } from './web-bridge.ts';

/** The number of pages after which the browser is replaced, because it grows with each. */
const maxPages = 200;
const keptOutput = 4000;

/** A running browser. It ends with this process, and does not keep this process alive while it is idle. */
export class Browser {
  readonly connection: Connection;
  readonly #child: ChildProcess;
  readonly #home: string;
  readonly isOnWeb: boolean;
  pages = 0;
  isGone = false;

  private constructor(child: ChildProcess, home: string, isOnWeb: boolean) {
    this.isOnWeb = isOnWeb;
    this.#child = child;
    this.#home = home;
    const [, , , commands, answers] = child.stdio as unknown as [null, null, null, Writable, Readable];
    this.connection = new Connection(answers, commands);
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-keptOutput);
    });
    const end = (why: string) => {
      this.isGone = true;
      this.connection.close(`the browser ended: ${why}\n${output}`);
      void rm(home, { recursive: true, force: true });
    };
    child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    child.on('error', error => end(error.message));
    process.once('exit', this.#kill);
  }

  static async start(fallbackDir: string, isOnWeb: boolean): Promise<Browser> {
    const proxy = makeProxySwitch(isOnWeb ? await openWebBridge() : undefined);
    // The host's own /tmp outlives this job; the environment's temporary folder is the job's.
    const home = await mkdtemp('/tmp/browser-').catch(() => mkdtemp(join(fallbackDir, 'browser-')));
    const child = spawn(program, [...switches, proxy, `--user-data-dir=${home}`, 'about:blank'], {
      cwd: home,
      env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    return new Browser(child, home, isOnWeb);
  }

  readonly #kill = (): void => {
    try {
      // All processes of the browser are one group.
      process.kill(-this.#child.pid!, 'SIGKILL');
    } catch {}
  };

  /** Keeps this process alive only while a job waits for the browser. */
  hold(isHeld: boolean): void {
    const handles = [this.#child, ...this.#child.stdio] as (Socket | null)[];
    for (const handle of handles) isHeld ? handle?.ref?.() : handle?.unref?.();
  }

  stop(): void {
    process.removeListener('exit', this.#kill);
    this.isGone = true;
    this.#kill();
    this.connection.close('the browser was stopped');
    void rm(this.#home, { recursive: true, force: true });
  }
}

let current: Browser | undefined;

/** Starts the browser ahead of any job. */
export async function warmBrowser(dir: string, isOnWeb = false): Promise<void> {
  if (current && !current.isGone && current.pages < maxPages && current.isOnWeb === isOnWeb) return;
  current?.stop();
  current = await Browser.start(dir, isOnWeb);
  current.hold(false);
}

/**
 * Lets `work` use this host's browser. A browser is not used again after a failure: a page that ran too long or took too much
 * may still be in it.
 */
export async function withBrowser<T>(
  dir: string,
  isOnWeb: boolean,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await warmBrowser(dir, isOnWeb);
  const browser = current!;
  browser.pages += 1;
  browser.hold(true);
  try {
    const value = await work(browser.connection);
    browser.hold(false);
    return value;
  } catch (error) {
    browser.stop();
    if (error instanceof JobFailure) throw error;
    throw new JobFailure('engine_error', (error as Error).message);
  }
}
