import {
  type Authority,
  areListsStale,
  DownloadFailed,
  listMissing,
  listOffered,
  makeInstallArguments,
  Refused,
  runAptGet,
} from './debian.ts';
import type { Need } from './needs.ts';
import { ProgressLine } from './progress-line.ts';

/** An authority that may install packages. */
export type Installer = Exclude<Authority, 'none'>;

/** Installs Debian packages with apt. The package lists are updated at most once. */
export class PackageInstaller {
  readonly #by: Installer;
  readonly #onProblem: (problem: string) => void;
  #isUpdated = false;

  constructor(by: Installer, onProblem: (problem: string) => void) {
    this.#by = by;
    this.#onProblem = onProblem;
  }

  /**
   * Installs the packages of all needs at once. If one cannot be downloaded, the needs without it are still
   * installed.
   */
  async install(names: string[], needs: Need[]): Promise<void> {
    if (names.length === 0) return;
    try {
      await this.#installAll(names);
    } catch (error) {
      this.#tell(error);
      if (!(error instanceof DownloadFailed)) return;
      for (const need of needs) {
        const missing = await listMissing(need.packages.filter(name => names.includes(name)));
        if (missing.length > 0)
          await this.#runInstall(missing).catch(reason => this.#tell(reason, need.title));
      }
    }
  }

  #tell(error: unknown, title?: string): void {
    const { message } = error as Error;
    this.#onProblem(title === undefined ? `apt-get failed: ${message}` : `${title}: ${message}`);
  }

  async #installAll(names: string[]): Promise<void> {
    if (!this.#isUpdated && (await areListsStale(Date.now()))) await this.#update();
    try {
      await this.#runInstall(names);
    } catch (error) {
      // Lists that are only a little old may name versions that the mirror no longer has.
      if (this.#isUpdated || error instanceof Refused) throw error;
      await this.#update();
      await this.#runInstall(names);
    }
  }

  async #update(): Promise<void> {
    await runAptGet(this.#by, ['update'], () => {});
    this.#isUpdated = true;
  }

  async #runInstall(names: string[]): Promise<void> {
    const progress = new ProgressLine('filemill set-up: Debian packages');
    try {
      await runAptGet(this.#by, makeInstallArguments(await listOffered(names)), ({ percent, text }) =>
        progress.show(percent, text),
      );
    } finally {
      progress.end();
    }
  }
}
