import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Filled } from '../../lists.ts';
import { isAddress, nameByAddress, writeConnectionFile } from '../backend/addresses.ts';
import type { InputFile } from '../backend/backend.ts';
import type { FileArgument } from './file-arguments.ts';
import { type Roots, ToolError } from './roots.ts';

/** The places that files of a call may come from. */
interface FilePlaces {
  roots: Roots;
  /** True if the server fetches URLs. This machine does not, because a model could reach its private network. */
  fetchesFiles: boolean;
}

function readAddress(url: string, fetchesFiles: boolean): InputFile {
  if (!isAddress(url))
    throw new ToolError(`${url} is neither an http or https URL nor a file of a connection.`);
  if (!fetchesFiles)
    throw new ToolError(
      'URLs and connections are read only by a Filemill server. Download the file, and give its path.',
    );
  return { path: url, filename: nameByAddress(url) };
}

const base64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;

/** Reads a file argument: a path, or bytes, which are saved in `dir`. */
async function readFileArgument(
  value: unknown,
  { roots, fetchesFiles }: FilePlaces,
  dir: string,
): Promise<InputFile> {
  if (typeof value === 'string') return await roots.findFile(value);
  const { name, data, text, url, connection, key } = (value ?? {}) as Record<string, unknown>;
  if (typeof connection === 'string' && typeof key === 'string')
    return readAddress(writeConnectionFile(connection, key), fetchesFiles);
  if (typeof url === 'string') return readAddress(url, fetchesFiles);
  if (typeof name !== 'string' || (typeof data !== 'string') === (typeof text !== 'string'))
    throw new ToolError(
      'Give the file as a path, as { "name": "a.pdf", "data": "<base64>" }, as { "name": "a.md", "text": "…" }, as { "url": "https://…" }, or as { "connection": "archive", "key": "a.pdf" }.',
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
  places: FilePlaces,
  dir: string,
): Promise<Filled<InputFile>> {
  const [first, ...others] = given;
  if (first === undefined) throw new ToolError('Give `file`, or several in order as `files`.');
  const read = async ({ value, role }: FileArgument, index: number): Promise<InputFile> => ({
    ...(await readFileArgument(value, places, join(dir, `given-${index}`))),
    role,
  });
  const files: Filled<InputFile> = [await read(first, 0)];
  for (const [index, file] of others.entries()) files.push(await read(file, index + 1));
  return files;
}
