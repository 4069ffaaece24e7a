import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkZip, openEntry, type ZipLimits } from '../../../containers/read-zip.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { readPage } from './html.ts';
import { findMediaType, formAddress, ownOrigin, type Site } from './site.ts';

const siteLimits: ZipLimits = { entries: 2000, bytes: 500_000_000, ratio: 150 };

const isPage = (name: string): boolean => /\.(html?|xhtml)$/i.test(name);
/** Returns true for files that archive programs add and that are not the user's. */
const isIncidental = (name: string): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(name);
const countFolders = (name: string): number => name.split('/').length;

/** Chooses the page to show: the index nearest to the top, otherwise the only page there. */
export function chooseStart(names: readonly string[]): string | undefined {
  const pages = names.filter(isPage).sort((a, b) => countFolders(a) - countFolders(b));
  const index = pages.find(name => /(^|\/)index\.(html?|xhtml)$/i.test(name));
  if (index !== undefined) return index;
  const [first, second] = pages;
  return second === undefined || countFolders(second) > countFolders(first!) ? first : undefined;
}

/** Opens a zip of a page with its files. Entries are unpacked under numbers, so that no name can lead elsewhere. */
export async function openZip(path: string, dir: string): Promise<Site> {
  const names = (await checkZip(path, siteLimits)).filter(name => !name.endsWith('/') && !isIncidental(name));
  const start = chooseStart(names);
  if (start === undefined) throw new JobFailure('start_page_missing', `${names.length} entries`);
  const folder = join(dir, 'site');
  await mkdir(folder);
  const unpacked = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const file = join(folder, `${index}`);
    await pipeline(Readable.from((await openEntry(path, name)) ?? []), createWriteStream(file));
    unpacked.set(name.replaceAll('\\', '/'), file);
  }
  return {
    start: formAddress(start.replaceAll('\\', '/')),
    find: async ({ origin, pathname }) => {
      const name = decodePath(pathname.slice(1));
      const file = origin === ownOrigin && name !== undefined ? unpacked.get(name) : undefined;
      if (name === undefined || file === undefined) return undefined;
      return isPage(name) ? await readPage(file) : { body: await readFile(file), type: findMediaType(name) };
    },
  };
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
