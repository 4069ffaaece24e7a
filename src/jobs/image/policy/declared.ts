import type { ImageFormats } from '../../../engines/image-formats.ts';
import { type FormatId, formats } from '../../../formats/formats.ts';
import { loadFiles } from '../../../job-and-engine-folders.ts';

const declared = await loadFiles<{ imageFormats: ImageFormats }>('engines', 'image-formats.ts');

/** A format's declaration with the engine that declares it. */
export type Declared<Facts> = Facts & {
  engine: string;
  /** All engines involved: sharp opens and draws all pictures. */
  engines: readonly string[];
};

/** Collects the engines' declarations, in the order of the table of formats. */
export function gatherDeclared<Facts extends object>(
  choose: (formats: ImageFormats) => Readonly<Partial<Record<FormatId, Facts>>> | undefined,
): ReadonlyMap<FormatId, Declared<Facts>> {
  const found = new Map<FormatId, Declared<Facts>>();
  for (const format of formats.keys())
    for (const [engine, { imageFormats }] of declared) {
      const facts = choose(imageFormats)?.[format];
      if (!facts) continue;
      const other = found.get(format);
      if (other)
        throw new Error(`both engines ${other.engine} and ${engine} declare the image format ${format}`);
      found.set(format, { ...facts, engine, engines: [...new Set([engine, 'sharp'])] });
    }
  return found;
}
