import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { inheritOwner } from './runner.ts';

type Mode = 'shared' | 'exclusive';

/**
 * A kernel lock on a file, which is released when the process that holds it ends. The `flock` program locks the open
 * file that it inherits, so the lock stays ours after the program has exited.
 */
export class FileLock {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<FileLock> {
    const file = await open(path, 'a', 0o600);
    await inheritOwner(path);
    return new FileLock(file);
  }

  /** Waits for the lock. */
  async take(mode: Mode): Promise<void> {
    if ((await this.#flock(`--${mode}`)) !== 0) throw new Error('flock (of util-linux) failed');
  }

  /** Takes the lock, or changes the mode of the one held, if that is possible at once. */
  async tryTake(mode: Mode): Promise<boolean> {
    return (await this.#flock(`--${mode}`, '--nonblock')) === 0;
  }

  /** The descriptor for a child process. The lock is then held until both processes have released it. */
  get fd(): number {
    return this.#file.fd;
  }

  async release(): Promise<void> {
    await this.#file.close();
  }

  #flock(...options: string[]): Promise<number | null> {
    return new Promise((resolve, reject) => {
      const child = spawn('flock', [...options, '3'], {
        stdio: ['ignore', 'ignore', 'ignore', this.#file.fd],
      });
      child.on('error', error => reject(new Error(`flock (of util-linux) is needed: ${error.message}`)));
      child.on('exit', resolve);
    });
  }
}
