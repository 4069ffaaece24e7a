import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJson } from '../../../tabular/values.ts';
import { readSource } from '../read.ts';
import { readTree } from '../source.ts';

/** Reads a file with these contents and returns its value as JSON. */
export async function readTreeText(format: string, contents: string | Uint8Array): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-tree-'));
  try {
    const path = join(dir, `in.${format}`);
    writeFileSync(path, contents);
    return writeJson(await readTree(await readSource(path, format, {})));
  } finally {
    rmSync(dir, { recursive: true });
  }
}
