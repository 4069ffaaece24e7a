import { readFile, stat } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { ownOrigin, type Site, type SiteFile } from './site.ts';

const maxBytes = 200_000_000;
const maxParts = 5000;

interface Part extends SiteFile {
  location: string | undefined;
  id: string | undefined;
}

/** Reads the header of a message or of a part: names in lower case, continued lines joined. */
function readHeaders(text: string): Map<string, string> {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap(line => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

const readParameter = (value: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(value)?.slice(1).find(Boolean);

function splitHeader(text: string): { headers: Map<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { headers: readHeaders(text), body: '' };
  return { headers: readHeaders(text.slice(0, end.index)), body: text.slice(end.index + end[0].length) };
}

/** Decodes a body that was read as Latin-1, so that each character is a byte. */
function decodeBody(body: string, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return Buffer.from(
        body
          .replaceAll(/[ \t]*=\r?\n/g, '')
          .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      );
    default:
      return Buffer.from(body, 'latin1');
  }
}

/** Addresses that a browser would not load from a page: of parts by their id, and of files on the author's machine. */
const adapt = (text: string): string =>
  text
    .replaceAll(/\bcid:([^\s"'<>)]+)/gi, (_, id: string) => `${ownOrigin}/cid/${encodeURIComponent(id)}`)
    .replaceAll(/\bfile:\/{2,3}(?=[\w%/.])/gi, `${ownOrigin}/`);

const isText = (type: string): boolean => /^(text\/|application\/xhtml)/i.test(type);

function readPart(text: string): Part {
  const { headers, body } = splitHeader(text);
  const type = headers.get('content-type') ?? 'text/html';
  const bytes = decodeBody(body, headers.get('content-transfer-encoding') ?? '');
  const location = headers.get('content-location');
  return {
    // Addresses are ASCII in every encoding a page may have, so its bytes are changed without decoding them.
    body: isText(type) ? Buffer.from(adapt(bytes.toString('latin1')), 'latin1') : bytes,
    type,
    location: location && adapt(location),
    id: headers.get('content-id')?.replaceAll(/^<|>$/g, ''),
  };
}

function resolveAddress(location: string, base: string): string | undefined {
  const { href, protocol } = URL.parse(location, base) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? href?.replace(/#.*$/, '') : undefined;
}

/** Splits a body at the lines that have its boundary. */
function splitParts(body: string, boundary: string): string[] {
  const [, ...pieces] = `\n${body}`.split(`\n--${boundary}`);
  // The rest of the boundary's line is not part of the piece, and the last boundary ends in two dashes.
  return pieces.filter(piece => !piece.startsWith('--')).map(piece => piece.replace(/^[ \t]*\r?\n/, ''));
}

/** Opens a web archive (MHTML): its parts at the addresses that they were saved from. */
export async function openMhtml(path: string): Promise<Site> {
  if ((await stat(path)).size > maxBytes) throw new JobFailure('limit_exceeded', 'mhtml: too large');
  const { headers, body } = splitHeader((await readFile(path)).toString('latin1'));
  const type = headers.get('content-type') ?? '';
  const boundary = /^multipart\//i.test(type) ? readParameter(type, 'boundary') : undefined;
  if (boundary === undefined) throw new JobFailure('unreadable_input', 'mhtml: not multipart');
  const texts = splitParts(body, boundary);
  if (texts.length > maxParts) throw new JobFailure('limit_exceeded', `mhtml: ${texts.length} parts`);
  const parts = texts.filter(text => text.trim() !== '').map(readPart);
  const wanted = readParameter(type, 'start')?.replaceAll(/^<|>$/g, '');
  const root =
    parts.find(({ id }) => wanted !== undefined && id === wanted) ??
    parts.find(({ type }) => /html/i.test(type));
  if (!root) throw new JobFailure('unreadable_input', 'mhtml: no page');
  const start = resolveAddress(root.location ?? '', `${ownOrigin}/`) ?? `${ownOrigin}/`;
  const found = new Map<string, SiteFile>();
  for (const part of [root, ...parts]) {
    const address = part.location === undefined ? undefined : resolveAddress(part.location, start);
    if (address !== undefined && !found.has(address)) found.set(address, part);
    if (part.id !== undefined) found.set(`${ownOrigin}/cid/${encodeURIComponent(part.id)}`, part);
  }
  found.set(start, root);
  return { start, find: async ({ href }) => found.get(href.replace(/#.*$/, '')) };
}
