import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { CommandError } from '../exit-codes.ts';

/** A mistake of the model. The message says what to do instead. */
export class ToolError extends Error {}

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
};

/** The folders that the user allows: some to read files from, some also to write results to. */
export class Roots {
  readonly #readable: string[];
  readonly #writable: string[];

  private constructor(readable: string[], writable: string[]) {
    this.#readable = readable;
    this.#writable = writable;
  }

  static async open(readable: string[], writable: string[]): Promise<Roots> {
    const resolveReal = (paths: string[]) =>
      Promise.all(
        paths.map(async path => {
          const found = await realpath(path).catch(() => undefined);
          if (found === undefined || !(await stat(found)).isDirectory())
            throw new CommandError(`${path} is not a folder. Give existing folders to --root and --write.`);
          return found;
        }),
      );
    const [write, read] = [await resolveReal(writable), await resolveReal(readable)];
    return new Roots([...new Set([...read, ...write])], write);
  }

  get readable(): readonly string[] {
    return this.#readable;
  }

  get writable(): readonly string[] {
    return this.#writable;
  }

  #resolvePath(path: string): string {
    return isAbsolute(path) ? path : resolve(this.#readable[0] ?? '/', path);
  }

  /** Resolves a path and its links to a file. Throws if the file is outside the allowed folders. */
  async findFile(path: string): Promise<{ path: string; filename: string }> {
    if (this.#readable.length === 0)
      throw new ToolError(
        'No folder is open to this server, so paths cannot be used. Give the file as { "name", "data" } in base64, or ask the user to start it with --root FOLDER.',
      );
    const found = await realpath(this.#resolvePath(path)).catch(() => undefined);
    // A path outside is refused like one that does not exist.
    if (found === undefined || !this.#readable.some(root => isWithin(root, found)))
      throw new ToolError(
        `There is no file ${path} in the folders that are open: ${this.#readable.join(', ')}. Check the path, or ask the user to open its folder with --root.`,
      );
    if (!(await stat(found)).isFile())
      throw new ToolError(`${path} is not a file. Give the path of a single file.`);
    return { path: found, filename: basename(path) };
  }

  /** Resolves the folder for results. Links in its parents may not lead outside. */
  async findFolder(path: string): Promise<string> {
    const folder = isAbsolute(path) ? path : resolve(this.#writable[0] ?? '/', path);
    const refuse = () =>
      new ToolError(
        this.#writable.length === 0
          ? 'No folder is open for writing. Leave save_to out and read the result as a resource, or ask the user to start this server with --write FOLDER.'
          : `Results cannot be written to ${path}: it is not in ${this.#writable.join(', ')}. Give a folder there, or leave save_to out.`,
      );
    // The nearest existing folder decides where new ones are created.
    let existing = folder;
    for (;;) {
      const found = await realpath(existing).catch(() => undefined);
      if (found !== undefined) {
        const target = join(found, relative(existing, folder));
        if (!this.#writable.some(root => isWithin(root, target))) throw refuse();
        return target;
      }
      if (existing === dirname(existing)) throw refuse();
      existing = dirname(existing);
    }
  }
}
