import type { ImageWriting } from '../../../engines/image-formats.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { type Declared, gatherDeclared } from './declared.ts';

const writable = gatherDeclared<ImageWriting>(({ writes }) => writes);

/** Every format that the image family writes. */
export const writableFormats = [...writable.keys()];

export function requireWritable(format: FormatId): Declared<ImageWriting> {
  const found = writable.get(format);
  if (!found) throw new Error(`not an image format that is written: ${format}`);
  return found;
}
