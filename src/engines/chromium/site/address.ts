import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import type { Site } from './site.ts';

const maxCharacters = 20_000;

/** Reads the address in a list of addresses (`text/uri-list`) or in a shortcut of Windows (`.url`). */
function readAddress(text: string): string | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n|\r/)
    .map(line => line.trim());
  const line = /^\[InternetShortcut\]/i.test(lines.find(Boolean) ?? '')
    ? lines.find(each => /^url=/i.test(each))?.slice('url='.length)
    : lines.find(each => each && !each.startsWith('#'));
  const address = URL.parse(line ?? '');
  const isWeb = address?.protocol === 'http:' || address?.protocol === 'https:';
  return isWeb && !address.username && !address.password ? address.href : undefined;
}

/** Opens a page by its address. All that it consists of is fetched. */
export async function openAddress(path: string): Promise<Site> {
  const start = readAddress((await readFile(path, 'utf8')).slice(0, maxCharacters));
  if (start === undefined) throw new JobFailure('address_unreadable', 'no address of the web');
  return { start, isOnWeb: true, find: async () => undefined };
}
