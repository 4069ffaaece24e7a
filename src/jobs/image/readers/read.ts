import type { JobFailure } from '../../../contract/failure.ts';
import { explainSharpError } from '../../../engines/sharp/errors.ts';
import type { RunInput, WorkContext } from '../../run.ts';
import { countMegapixels, type Pictures } from '../pictures/picture.ts';
import { type Readable, requireReadable } from '../policy/readable.ts';
import type { Reader, Wanted } from './reader.ts';
import { type SourceInput, withSource } from './source.ts';

/** Loaded when first needed: a JPEG should not wait for decoders it does not use. */
const readers: Record<Readable['reader'], () => Promise<Reader>> = {
  sharp: async () => (await import('./sharp.ts')).readWithSharp,
  avif: async () => (await import('./avif.ts')).readAvif,
  gif: async () => (await import('./gif.ts')).readGif,
  png: async () => (await import('./png.ts')).readPng,
  bmp: async () => (await import('./bmp.ts')).readBmp,
  ico: async () => (await import('./ico.ts')).readIco,
  tiff: async () => (await import('./tiff.ts')).readTiff,
  svg: async () => (await import('./svg.ts')).readSvg,
  heic: async () => (await import('./heic.ts')).readHeic,
  magick: async () => (await import('./magick.ts')).readMagick,
  jxl: async () => (await import('./jxl.ts')).readJxl,
};

async function readBy(name: Readable['reader'], ...args: Parameters<Reader>): Promise<Pictures> {
  const read = await readers[name]();
  return read(...args);
}

/** Works over the pictures of an input: strictly, then with what of it can be read, then by another reader. */
export const withPictures = <T>(
  input: RunInput,
  wanted: Wanted,
  { dir, begin }: Pick<WorkContext<unknown>, 'dir' | 'begin'>,
  work: (pictures: Pictures) => Promise<T>,
): Promise<T> =>
  withSource(input, source =>
    withPicturesOf(source, wanted, dir, pictures => {
      begin({ megapixel: countMegapixels(pictures) });
      return work(pictures);
    }),
  );

async function withPicturesOf<T>(
  input: SourceInput,
  wanted: Wanted,
  dir: string,
  work: (pictures: Pictures) => Promise<T>,
): Promise<T> {
  const { reader, tolerant, fallback } = requireReadable(input.format);
  let failure: JobFailure;
  try {
    const pictures = await readBy(reader, input, wanted, dir);
    return await (tolerant ? retryTolerantly(pictures, () => work(pictures)) : work(pictures));
  } catch (error) {
    failure = explainSharpError(error);
    if (failure.reason !== 'unreadable_input' || !fallback) throw failure;
  }
  try {
    return await work(await readBy(fallback, input, wanted, dir));
  } catch {
    throw failure;
  }
}

/** Strictly first; where that stumbles over damage, once more with what can be read. */
async function retryTolerantly<T>(pictures: Pictures, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (explainSharpError(error).reason !== 'unreadable_input') throw error;
  }
  for (const picture of pictures) picture.damaged = true;
  return work();
}
