import { open } from 'node:fs/promises';

const chunkBytes = 64 * 1024;

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
