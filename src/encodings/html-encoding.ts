import { open } from 'node:fs/promises';
import { detectEncoding, findEncoding } from './encoding.ts';

/** Detects a page's encoding: by its bytes where they are unambiguous, else by its declaration, else by a guess. */
export async function detectHtmlEncoding(path: string): Promise<string> {
  const detected = await detectEncoding(path);
  if (detected.startsWith('utf')) return detected;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
    const encoding = declared && findEncoding(declared);
    return encoding && !encoding.startsWith('utf') ? encoding : detected;
  } finally {
    await file.close();
  }
}
