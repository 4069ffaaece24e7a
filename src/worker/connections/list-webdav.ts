import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { type Dispatcher, request } from 'undici';
import { limits } from '../../settings/limits.ts';
import {
  ConnectionProblem,
  type HttpPlace,
  type ListedFile,
  makeStatusProblem,
  tooManyFolders,
} from './client.ts';

/** An entry of a folder, as a server answers PROPFIND. */
interface Entry {
  /** The decoded path of the address. */
  path: string;
  isFolder: boolean;
  size: number;
  version: string;
}

const body = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/><getlastmodified/></prop></propfind>`;

const decodePath = (href: string): string => {
  try {
    return decodeURIComponent(new URL(href, 'http://host').pathname);
  } catch {
    throw new ConnectionProblem('The server lists an address that cannot be read.');
  }
};

const tooMany = () => new ConnectionProblem('A folder has too many files to list.');

/** Makes a parser of a multistatus answer, which adds the entries to a list. */
function makeParser(entries: Entry[]) {
  const parser = new SaxesParser({ xmlns: true });
  let texts: Record<string, string> = {};
  let isFolder = false;
  let within = '';
  let depth = 0;
  let attributes = 0;
  parser.on('attribute', () => {
    // The attributes of an element are checked together, during which no other request is answered.
    if (++attributes > limits.listingAttributes) throw new Error('too many attributes');
  });
  parser.on('opentag', ({ local }) => {
    attributes = 0;
    // Each element looks for its namespace in all those around it.
    if (++depth > limits.listingDepth) throw new Error('too many elements within each other');
    within = local;
    if (local === 'response') [texts, isFolder] = [{}, false];
    if (local === 'collection') isFolder = true;
  });
  parser.on('text', more => {
    texts[within] = (texts[within] ?? '') + more;
  });
  parser.on('closetag', ({ local }) => {
    within = '';
    depth--;
    if (local !== 'response' || texts.href === undefined) return;
    const size = Number(texts.getcontentlength ?? 0);
    const version = texts.getetag ?? `${texts.getlastmodified ?? ''}-${size}`;
    if (entries.length >= limits.listedFiles) throw tooMany();
    entries.push({ path: decodePath(texts.href.trim()), isFolder, size, version });
  });
  return parser;
}

/** Reads the entries of a multistatus answer while it arrives, so that other requests are answered in between. */
async function readEntries(xml: AsyncIterable<Buffer>): Promise<Entry[]> {
  const entries: Entry[] = [];
  const parser = makeParser(entries);
  const decoder = new TextDecoder();
  let left = limits.listingBytes;
  for await (const chunk of xml) {
    left -= chunk.length;
    if (left < 0) throw tooMany();
    parse(() => parser.write(decoder.decode(chunk, { stream: true })));
    await setImmediate();
  }
  parse(() => parser.close());
  return entries;
}

function parse(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof ConnectionProblem) throw error;
    throw new ConnectionProblem(
      'The server answered PROPFIND with something that is not a list of files in XML.',
    );
  }
}

/** Lists a folder of a WebDAV server. A folder that does not exist is empty. */
async function listFolder(
  address: string,
  headers: Record<string, string>,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Entry[]> {
  const response = await request(address, {
    method: 'PROPFIND' as Dispatcher.HttpMethod,
    headers: { ...headers, depth: '1', 'content-type': 'application/xml' },
    body,
    dispatcher,
    signal,
    maxRedirections: 0,
  } as Parameters<typeof request>[1]);
  const { statusCode } = response;
  if (statusCode !== 207 || Number(response.headers['content-length'] ?? 0) > limits.listingBytes) {
    response.body.on('error', () => {});
    response.body.destroy();
    if (statusCode === 404) return [];
    throw statusCode === 207 ? tooMany() : makeStatusProblem('PROPFIND', statusCode);
  }
  return readEntries(response.body);
}

/** Lists the files of a folder and its subfolders. */
export async function* listWebdav(
  { url, headers }: HttpPlace,
  locate: (key: string) => string,
  folder: string,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): AsyncGenerator<ListedFile> {
  const root = decodePath(url).replace(/\/*$/, '/');
  const waiting = [folder];
  const seen = new Set(waiting);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const address = next === '' ? url : `${locate(next)}/`;
    for (const { path, isFolder, size, version } of await listFolder(address, headers, dispatcher, signal)) {
      const key = path.startsWith(root) ? path.slice(root.length).replace(/\/$/, '') : '';
      if (key === '' || key === next) continue;
      if (!isFolder) yield { key, size, version };
      else if (!seen.has(key)) {
        if (seen.size > limits.listedFiles) throw new ConnectionProblem(tooManyFolders);
        seen.add(key);
        waiting.push(key);
      }
    }
  }
}
