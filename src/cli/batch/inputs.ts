import { createWriteStream, type Stats } from 'node:fs';
import { glob, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isAddress, nameByAddress } from '../backend/addresses.ts';
import { CommandError } from '../exit-codes.ts';

/** One input file. */
export interface Input {
  path: string;
  filename: string;
  /** Its role among several files, if it was given by its flag. */
  role?: string;
  /** Its name in reports, as it was typed. */
  shown: string;
  /** The default folder for its results; undefined for standard input. */
  folder: string | undefined;
  /** The subfolder of a file that was found in a folder. */
  within: string;
}

export const makeInput = (path: string, within = ''): Input => ({
  path: resolve(path),
  filename: basename(path),
  shown: path,
  folder: dirname(resolve(path)),
  within,
});

/** Makes the input for a file on the web. Its results go to the current folder. */
const makeAddressInput = (url: string): Input => ({
  path: url,
  filename: nameByAddress(url),
  shown: url,
  folder: process.cwd(),
  within: '',
});

/** Lists the files of a folder and its subfolders, without hidden ones. */
async function listFiles(folder: string, skip: string | undefined): Promise<Input[]> {
  const found: Input[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (skip !== undefined && resolve(at) === skip) continue;
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) found.push(makeInput(path, relative(folder, at)));
    }
  }
  return found.sort((a, b) => a.path.localeCompare(b.path));
}

async function expandPattern(word: string): Promise<string[]> {
  if (!/[*?[{]/.test(word)) return [];
  const found: string[] = [];
  for await (const path of glob(word)) found.push(path);
  return found.sort();
}

const findStats = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

export interface Gathered {
  inputs: Input[];
  /**
   * Returns true if a file was found in a folder rather than named. Such files are skipped if they do not
   * fit.
   */
  isFound: (input: Input) => boolean;
  /** True if each input was named, so that none comes from a pattern or a folder, which may have several. */
  areNamed: boolean;
  /** Removes the copy of standard input. */
  clear(): Promise<void>;
}

export interface InputRules {
  recursive?: boolean;
  /** A folder whose files are not inputs, because results go there. */
  skip?: string;
  /** True if a file that is named twice is taken twice, as in a merge. */
  keepsRepeats?: boolean;
  /** The filename for standard input. */
  stdinName?: string;
}

/**
 * Finds the files that the arguments of a command name: files, folders, patterns, URLs, and `-` for standard input.
 */
export async function gatherInputs(words: string[], rules: InputRules): Promise<Gathered> {
  const inputs: Input[] = [];
  const found = new Set<Input>();
  let piped: string | undefined;
  let areNamed = true;
  for (const word of words) {
    if (word === '-') {
      if (piped !== undefined) throw new CommandError('Standard input (-) can be given only once.');
      const input = await readPipe(rules.stdinName);
      piped = dirname(input.path);
      inputs.push(input);
      continue;
    }
    if (isAddress(word)) {
      inputs.push(makeAddressInput(word));
      continue;
    }
    const stats = await findStats(word);
    const paths = stats ? [word] : await expandPattern(word);
    if (paths.length === 0) throw new CommandError(`There is no file ${word}.`);
    if (!stats || stats.isDirectory()) areNamed = false;
    for (const path of paths) {
      if (!(await findStats(path))?.isDirectory()) {
        inputs.push(makeInput(path));
        continue;
      }
      if (!rules.recursive) {
        if (paths.length > 1) continue;
        throw new CommandError(`${word} is a folder. Use -r to process the files in it.`);
      }
      for (const input of await listFiles(path, rules.skip)) {
        inputs.push(input);
        found.add(input);
      }
    }
  }
  return {
    inputs: rules.keepsRepeats ? inputs : [...new Map(inputs.map(input => [input.path, input])).values()],
    isFound: input => found.has(input),
    areNamed,
    clear: async () => {
      if (piped !== undefined) await rm(piped, { recursive: true, force: true });
    },
  };
}

/** Saves standard input to a temporary file, because jobs need a file of known size. */
async function readPipe(name: string | undefined): Promise<Input> {
  if (process.stdin.isTTY)
    throw new CommandError(
      'Standard input is empty. Pipe a file in: `cat report.docx | filemill convert - --from docx --to pdf`.',
    );
  if (!name)
    throw new CommandError(
      'The format of standard input is unknown. Give it with --from, for example --from docx.',
    );
  const dir = await mkdtemp(join(tmpdir(), 'filemill-pipe-'));
  const path = join(dir, name);
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return { path, filename: name, shown: '-', folder: undefined, within: '' };
}
