import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One built file: its media type, and the encodings it is stored in. */
export interface BuiltFile {
  path: string;
  type: string;
  encodings: Encoding[];
}
export type Encoding = 'br' | 'gzip';

/** The page as `vite build` made it. */
export interface Dist {
  page: string;
  /** The addresses that are answered with the page. */
  addresses: string[];
  /** The files by their address, such as `/assets/main-abc.js`. */
  files: Map<string, BuiltFile>;
}

export const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.txt': 'text/plain; charset=utf-8',
  '.srt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};
const unserved = ['/index.html', '/addresses.json', '/manifest.json', '/built.json'];

/** Lists the built files of a folder by their address. */
export function listBuiltFiles(folder: string): Map<string, BuiltFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const present = new Set(names);
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (!type || !statSync(join(folder, name)).isFile()) continue;
    const encodings = (Object.keys(suffixes) as Encoding[]).filter(encoding =>
      present.has(name + suffixes[encoding]),
    );
    files.set(`/${name}`, { path: join(folder, name), type, encodings });
  }
  return files;
}

/** Reads the list of built files from a folder, or returns undefined if nothing was built. */
export function readDist(folder: string): Dist | undefined {
  if (!existsSync(join(folder, 'addresses.json'))) return undefined;
  const files = listBuiltFiles(folder);
  for (const address of unserved) files.delete(address);
  return {
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    addresses: JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')),
    files,
  };
}
