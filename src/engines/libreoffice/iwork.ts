import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openEntry } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';

const preview = 'QuickLook/Preview.pdf';

/** Returns true for the formats of Apple's programs, whose files may contain a PDF of themselves. */
export const hasPreview = (format: string): boolean => ['pages', 'numbers', 'key'].includes(format);

/** Writes the preview of a document that LibreOffice cannot read. */
export async function savePreview(path: string, output: string): Promise<void> {
  const bytes = await openEntry(path, preview);
  if (!bytes) throw new JobFailure('no_preview', 'LibreOffice cannot read it, and there is no preview');
  await pipeline(bytes, createWriteStream(output));
}
