import type { ImageWriting } from '../../../engines/image-formats.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { type Declared, gatherDeclared } from './declared.ts';

const writable = gatherDeclared<ImageWriting>(({ writes }) => writes);

/** The formats that the image family writes. */
export const writableFormats = [...writable.keys()];

export function requireWritable(format: FormatId): Declared<ImageWriting> {
  const found = writable.get(format);
  if (!found) throw new Error(`no engine writes the image format ${format}`);
  return found;
}
