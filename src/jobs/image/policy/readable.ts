import type { ImageReading } from '../../../engines/image-formats.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { type Declared, gatherDeclared } from './declared.ts';

const readable = gatherDeclared<ImageReading>(({ reads }) => reads);

/** The formats that the image family reads. */
export const readableFormats = [...readable.keys()];

/** Raster formats that people most often want smaller or in another format. */
export const rasterFormats: readonly FormatId[] = [
  ...(['png', 'jpeg', 'webp', 'gif', 'tiff', 'bmp', 'avif', 'jxl', 'ico'] as const),
];

export function requireReadable(format: FormatId): Declared<ImageReading> {
  const found = readable.get(format);
  if (!found) throw new Error(`no engine reads the image format ${format}`);
  return found;
}
