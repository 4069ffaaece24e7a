import type { DecodeImage } from '../../../engines/image-formats.ts';
import { loadFiles } from '../../../job-and-engine-folders.ts';
import { makePicture } from '../pictures/pixels.ts';
import { checkSize } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Reader } from './reader.ts';

/** Makes a reader from the decoder in an engine's folder. */
export async function loadDecoder(engine: string): Promise<Reader> {
  const decoders = await loadFiles<{ decodeImage: DecodeImage }>('engines', 'decode-image.ts');
  const decoder = decoders.get(engine);
  if (!decoder) throw new Error(`the engine ${engine} declares image formats, but has no decode-image.ts`);
  return async ({ path, format }, wanted, dir) => {
    const page = (wanted.page ?? 1) - 1;
    const { lossy, ...pixels } = await decoder.decodeImage(path, {
      format,
      page,
      maxPixels: maxHeldPixels,
      dir,
    });
    checkSize(pixels, maxHeldPixels);
    return [makePicture(pixels, { lossy, engines: [engine, 'sharp'] })];
  };
}
