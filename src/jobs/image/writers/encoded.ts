import { join } from 'node:path';
import type { EncodeImage } from '../../../engines/image-formats.ts';
import { loadFiles } from '../../../job-and-engine-folders.ts';
import { requireWritable } from '../policy/writable.ts';
import type { Writer } from './writer.ts';

/** The quality unless the caller sets one. */
const usualQuality = 80;

/** Makes a writer from the encoder in an engine's folder, which receives a PNG. */
export async function loadEncoder(engine: string): Promise<Writer> {
  const encoders = await loadFiles<{ encodeImage: EncodeImage }>('engines', 'encode-image.ts');
  const encoder = encoders.get(engine);
  if (!encoder) throw new Error(`the engine ${engine} declares image formats, but has no encode-image.ts`);
  return async ([drawing], path, { format, quality = usualQuality, lossless }, dir) => {
    const png = join(dir, 'to-encode.png');
    const { width, height } = await drawing.open().png({ compressionLevel: 1 }).toFile(png);
    const keepsAll = lossless || requireWritable(format).lossless === 'always';
    await encoder.encodeImage(png, path, { format, quality: keepsAll ? 'lossless' : quality, dir });
    return { width, height };
  };
}
