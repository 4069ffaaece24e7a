import { closeSync, constants, openSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { textAfterLast } from '../../../text.ts';
import { Breach } from '../breach.ts';

/** The folders of a job, opened one by one and held open, so that no link can replace one later. */
export class HeldFolders {
  readonly #dir: string;
  readonly #fds = new Map<string, number>();

  constructor(dir: string) {
    this.#dir = dir;
    try {
      this.#fds.set('.', this.#open(dir));
    } catch (error) {
      throw new Breach(`the work folder cannot be opened: ${(error as Error).message}`);
    }
  }

  #open(path: string): number {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  }

  /** Returns the path relative to the folder. Throws if a path from the host lies outside. */
  within(path: string): string {
    const within = relative(this.#dir, path);
    if (path.includes('\0') || path !== normalize(path) || within === '' || within.split(sep)[0] === '..')
      throw new Breach(`path ${JSON.stringify(path)} lies outside the work folder`);
    return within;
  }

  /** Returns a path to the file that no link can redirect. */
  name(within: string): string {
    return join(this.path(dirname(within)), textAfterLast(within, sep));
  }

  /** Returns a path to the folder that stays valid whatever happens to its name. */
  path(folder: string): string {
    let fd = this.#fds.get(folder);
    if (fd === undefined) {
      fd = this.#open(join(this.path(dirname(folder)), textAfterLast(folder, sep)));
      this.#fds.set(folder, fd);
    }
    return `/proc/self/fd/${fd}`;
  }

  close(): void {
    for (const fd of this.#fds.values()) closeSync(fd);
  }
}
