import { open } from 'node:fs/promises';
import { detectEncoding, findEncoding } from './encoding.ts';

/** What the bytes are beats what the page says of itself; what it says beats a guess. */
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
