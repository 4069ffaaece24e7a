import { open } from 'node:fs/promises';
import { findFormatByExtension, getExtension } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { canBeOfFormat } from '../../../formats/sniff/sniff.ts';
import { limits } from '../../../settings/limits.ts';

/** Finds the format of an unpacked file: that of its extension if the content agrees, otherwise `bin`. */
export async function recogniseFile(path: string, filename: string, size: number): Promise<FormatId> {
  const named = findFormatByExtension(getExtension(filename));
  if (named === undefined || size === 0) return named ?? 'bin';
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, limits.sniffBytes)));
  return canBeOfFormat(named, buffer.subarray(0, bytesRead), size) ? named : 'bin';
}
