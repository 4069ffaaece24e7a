import { open } from 'node:fs/promises';
import { findFormatByExtension, getExtension } from './declared.ts';
import type { FormatId } from './formats.ts';
import { canBeOfFormat } from './sniff/sniff.ts';

const headBytes = 64 * 1024;

/** Finds the format of a file taken out of another one: that of its extension if the content agrees, otherwise `bin`. */
export async function recogniseFile(path: string, filename: string): Promise<FormatId> {
  const named = findFormatByExtension(getExtension(filename));
  if (named === undefined) return 'bin';
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, headBytes) || 1));
  return size === 0 || canBeOfFormat(named, buffer.subarray(0, bytesRead), size) ? named : 'bin';
}
