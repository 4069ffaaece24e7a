import { decodeWhole } from '../../../encodings/encoding.ts';
import { detectHtmlEncoding } from '../../../encodings/html-encoding.ts';
import { formAddress, type Site, type SiteFile } from './site.ts';

const maxCharacters = 50_000_000;

/** Reads a page in whatever encoding it has. */
export async function readPage(path: string, encoding?: string): Promise<SiteFile> {
  const text = await decodeWhole(path, maxCharacters, encoding ?? (await detectHtmlEncoding(path)));
  return { body: Buffer.from(text), type: 'text/html; charset=utf-8' };
}

/** Opens a page that comes without other files. */
export async function openHtml(path: string, filename: string, encoding?: string): Promise<Site> {
  const page = await readPage(path, encoding);
  const start = formAddress(filename);
  return { start, find: async ({ href }) => (href === start ? page : undefined) };
}
