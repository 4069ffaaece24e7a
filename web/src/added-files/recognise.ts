import type { JobType } from '@filemill/client';
import { changeItem, findItem } from './store.ts';
import { findDefaultTarget, listTargets } from './targets.ts';
import { findFile, replaceFile } from './uploads.ts';

interface Recognised {
  format: string;
  extension: string;
}

/** The first bytes of common formats. */
const beginnings: [RegExp, Recognised][] = [
  [/^\xff\xd8\xff/, { format: 'jpeg', extension: 'jpg' }],
  [/^\x89PNG\r\n/, { format: 'png', extension: 'png' }],
  [/^GIF8/, { format: 'gif', extension: 'gif' }],
  [/^RIFF.{4}WEBP/s, { format: 'webp', extension: 'webp' }],
  [/^(II\*\0|MM\0\*)/, { format: 'tiff', extension: 'tif' }],
  [/^.{4}ftyp(heic|heix|mif1)/s, { format: 'heic', extension: 'heic' }],
  [/^%PDF-/, { format: 'pdf', extension: 'pdf' }],
];
const beginningBytes = 16;

/** Recognises a file whose name says something else. */
export async function recogniseFile(id: string): Promise<Recognised | undefined> {
  const file = await findFile(id);
  if (!file) return undefined;
  const bytes = new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  const found = beginnings.find(([pattern]) => pattern.test(text))?.[1];
  return found?.format === findItem(id)?.format ? undefined : found;
}

/** Uploads a file again under the name of its real format. */
export async function treatAs(
  id: string,
  { format, extension }: Recognised,
  jobTypes: JobType[],
): Promise<void> {
  const item = findItem(id);
  const file = await findFile(id);
  if (!item || !file) return;
  const name = `${item.name.replace(/\.[^.]*$/, '')}.${extension}`;
  changeItem(id, {
    name,
    format,
    target: findDefaultTarget(listTargets(format, jobTypes))?.id,
    options: {},
    upload: { state: 'waiting', loaded: 0, bytesPerSecond: 0 },
  });
  replaceFile(id, new File([file], name));
}
