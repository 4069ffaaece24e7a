import { open, readFile, stat } from 'node:fs/promises';

const chunkBytes = 64 * 1024;
/** Larger pages are not searched: they hold the pictures of a scan, or enough words. */
const mostPageBytes = 64 * 1024 * 1024;

/** Tells whether a text file has anything but blanks in it. */
export async function hasWords(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(chunkBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) return false;
      if (/[^\s\ufeff]/.test(buffer.toString('utf8', 0, bytesRead))) return true;
    }
  } finally {
    await file.close();
  }
}

/** Tells whether a web page has anything but blanks between the tags of its body. */
export async function hasWordsInPage(path: string): Promise<boolean> {
  if ((await stat(path)).size > mostPageBytes) return true;
  const page = await readFile(path, 'latin1');
  for (let at = Math.max(0, page.indexOf('<body')); at >= 0; at = page.indexOf('<', at)) {
    const end = page.indexOf('>', at);
    if (end < 0) return false;
    const next = page.indexOf('<', end);
    if (/\S/.test(page.slice(end + 1, next < 0 ? undefined : next).replaceAll('&nbsp;', ''))) return true;
    at = end;
  }
  return false;
}
