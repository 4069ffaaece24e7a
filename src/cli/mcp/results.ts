import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDeclaredFormat } from '../../formats/declared.ts';
import { getFormat } from '../../formats/formats.ts';
import type { OutputFile } from '../backend/backend.ts';
import { ToolError } from './roots.ts';

/** A result that can be read as a resource during the session. */
export interface Result {
  uri: string;
  name: string;
  mimeType: string;
  size: number;
  path: string;
}

/** A tool call, as shown by `read_job`. */
export interface Call {
  id: string;
  tool: string;
  status: 'processing' | 'completed' | 'failed';
  progress: number;
  /** The job's id on the server. */
  jobId?: string;
  results: Result[];
  saved?: string[];
  /** Ways in which the results are less than expected. */
  warnings: string[];
  error?: string;
}

/** Larger results are not returned to a model as base64. */
const readableBytes = 16 * 1024 * 1024;
/** The number of calls whose results are kept; the oldest are removed first. */
const keptCalls = 100;

function guessMediaType(filename: string): string {
  const format = findDeclaredFormat('', filename);
  return format ? getFormat(format).mediaTypes[0] : 'application/octet-stream';
}

export const isTextual = (mimeType: string): boolean => /^text\/|json|xml|yaml|toml/.test(mimeType);

/** The results of a session, in their own folder. */
export class Results {
  readonly #calls = new Map<string, Call>();
  #folder: Promise<string> | undefined;

  async begin(tool: string): Promise<{ call: Call; dir: string }> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'filemill-mcp-'));
    const folder = await this.#folder;
    const call: Call = {
      id: `call-${this.#calls.size + 1}`,
      tool,
      status: 'processing',
      progress: 0,
      results: [],
      warnings: [],
    };
    this.#calls.set(call.id, call);
    const dir = join(folder, call.id);
    await mkdir(dir);
    const outdated = this.#calls.get(`call-${this.#calls.size - keptCalls}`);
    if (outdated) {
      outdated.results = [];
      await rm(join(folder, outdated.id), { recursive: true, force: true });
    }
    return { call, dir };
  }

  static describe({ id }: Call, outputs: OutputFile[]): Result[] {
    return outputs.map(({ path, filename, size }) => ({
      uri: `filemill://results/${id}/${encodeURIComponent(filename)}`,
      name: filename,
      mimeType: guessMediaType(filename),
      size,
      path,
    }));
  }

  find(id: string): Call | undefined {
    return this.#calls.get(id);
  }

  list(): Result[] {
    return [...this.#calls.values()].flatMap(({ results }) => results);
  }

  async read(
    uri: string,
  ): Promise<
    { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string }
  > {
    const found = this.list().find(result => result.uri === uri);
    if (!found) throw new ToolError(`The result ${uri} no longer exists. Call the tool again.`);
    const { mimeType, size, path, name } = found;
    if (size > readableBytes)
      throw new ToolError(
        `${name} has ${size} bytes, too many to read here. Call the tool again with save_to.`,
      );
    const bytes = await readFile(path);
    return isTextual(mimeType)
      ? { uri, mimeType, text: bytes.toString('utf8') }
      : { uri, mimeType, blob: bytes.toString('base64') };
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }
}
