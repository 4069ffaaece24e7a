import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { InputFile } from '../servers/server.ts';

/** Makes a photo with grain, which compresses like a real one. */
export async function makePhoto(width: number, height: number): Promise<InputFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#777', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
  return { filename: 'photo.jpg', contentType: 'image/jpeg', bytes };
}

export function makeCsv(rows: number): InputFile {
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i},name ${(i * 7919) % 100_003},${(i * 37.7).toFixed(2)},2026-0${1 + (i % 9)}-1${i % 10}`,
  );
  const bytes = Buffer.from(`id,name,amount,day\n${lines.join('\n')}\n`);
  return { filename: 'table.csv', contentType: 'text/csv', bytes };
}

/** Makes a sound with FFmpeg and returns it as a WAV file. */
export function makeSound(folder: string, seconds: number): InputFile {
  const path = join(folder, 'sound.wav');
  const source = `anoisesrc=d=${seconds}:a=0.2:c=pink`;
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', source, path]);
  return { filename: 'sound.wav', contentType: 'audio/wav', bytes: readFileSync(path) };
}
