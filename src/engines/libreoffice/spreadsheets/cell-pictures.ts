import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { listCellPictures } from '../../spreadsheet/engine.ts';
import { readPart } from '../repack.ts';
import type { OfficeRequest } from '../request.ts';

const maxBytes = 64 * 1024 * 1024;

/** Takes the pictures in cells out of an xlsx, up to 64 MB of them: LibreOffice knows only those on a sheet. */
export async function takeCellPictures(
  path: string,
  entries: readonly string[],
  dir: string,
): Promise<NonNullable<OfficeRequest['cellPictures']>> {
  const taken = new Map<string, string>();
  const placed: NonNullable<OfficeRequest['cellPictures']> = [];
  let left = maxBytes;
  for (const { sheet, cell, part, text } of await listCellPictures(path, entries)) {
    let file = taken.get(part);
    if (file === undefined) {
      const bytes = await readPart(path, part, left);
      if (!bytes) continue;
      left -= bytes.length;
      file = join(dir, `cell-picture-${taken.size}${extname(part)}`);
      await writeFile(file, bytes);
      taken.set(part, file);
    }
    placed.push({ sheet, cell, text, path: file });
  }
  return placed;
}
