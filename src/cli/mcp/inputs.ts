import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Filled } from '../../lists.ts';
import type { InputFile } from '../backend/backend.ts';
import { type Roots, ToolError } from './roots.ts';
import type { FileArgument } from './tools.ts';

const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** Reads a file argument: a path, or bytes, which are saved in `dir`. */
async function readFileArgument(value: unknown, roots: Roots, dir: string): Promise<InputFile> {
  if (typeof value === 'string') return await roots.findFile(value);
  const { name, data, text } = (value ?? {}) as { name?: unknown; data?: unknown; text?: unknown };
  if (typeof name !== 'string' || (typeof data !== 'string') === (typeof text !== 'string'))
    throw new ToolError(
      'Give the file as a path, as { "name": "a.pdf", "data": "<base64>" }, or as { "name": "a.md", "text": "…" }.',
    );
  const filename = basename(name);
  if (filename === '' || filename.startsWith('.')) throw new ToolError(`${name} is not a valid filename.`);
  if (typeof data === 'string' && !base64.test(data))
    throw new ToolError(`The data of ${name} must be base64.`);
  await mkdir(dir, { recursive: true });
  const path = join(dir, filename);
  await writeFile(path, typeof data === 'string' ? Buffer.from(data, 'base64') : String(text), {
    mode: 0o600,
  });
  return { path, filename };
}

/** Reads the files of a call, in order. Those given as data get separate folders, since names may repeat. */
export async function readFiles(
  given: readonly FileArgument[],
  roots: Roots,
  dir: string,
): Promise<Filled<InputFile>> {
  const [first, ...others] = given;
  if (first === undefined) throw new ToolError('Give `file`, or several in order as `files`.');
  const read = async ({ value, role }: FileArgument, index: number): Promise<InputFile> => ({
    ...(await readFileArgument(value, roots, join(dir, `given-${index}`))),
    role,
  });
  const files: Filled<InputFile> = [await read(first, 0)];
  for (const [index, file] of others.entries()) files.push(await read(file, index + 1));
  return files;
}
