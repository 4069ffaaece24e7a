import { join } from 'node:path';
import { encodeJxl } from '../../../engines/jxl/engine.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { stripExifPrefix } from '../codecs/exif.ts';
import { appendJxlMetadata } from '../codecs/jxl-metadata.ts';
import { checkFrames } from '../policy/checks.ts';
import { maxJxlWritePixels } from '../policy/limits.ts';
import { writeApng } from './apng.ts';
import { defaultQuality } from './sharp.ts';
import type { Writer } from './writer.ts';

/** Writes JPEG XL through a fast PNG; an animation through an animated PNG. */
export const writeJxl: Writer = async (drawings, path, encoding, dir) => {
  const [drawing] = drawings;
  checkFrames(drawing, drawing.picture.frames, maxJxlWritePixels);
  const png = join(dir, 'to-encode.png');
  const { quality = defaultQuality.jxl, lossless } = encoding;
  const size =
    drawing.picture.frames > 1
      ? await writeApng(drawings, png, encoding, dir)
      : await drawing.open().png({ compressionLevel: 1 }).toFile(png);
  await encodeJxl(png, path, { quality: lossless ? 'lossless' : quality }, dir);
  if (encoding.keepMetadata) {
    const { exif, xmp } = await sharp(png).metadata();
    await appendJxlMetadata(path, { exif: exif && stripExifPrefix(exif), xmp });
  }
  return { width: size.width, height: size.height };
};
