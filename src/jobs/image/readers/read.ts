import type { JobFailure } from '../../../contract/failure.ts';
import { explainSharpError } from '../../../engines/sharp/errors.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { canBeOfFormat, recogniseFormat } from '../../../formats/sniff/sniff.ts';
import type { RunInput, WorkContext } from '../../run.ts';
import { countMegapixels, type Pictures } from '../pictures/picture.ts';
import { requireReadable } from '../policy/readable.ts';
import type { Reader, Wanted } from './reader.ts';
import { readHead, type SourceInput, withSource } from './source.ts';

type LoadReader = () => Promise<Reader>;

// Readers are loaded when first needed: a JPEG should not wait for decoders that it does not use.

/** Formats of sharp that need additional code. */
const readersByFormat: Partial<Record<FormatId, LoadReader>> = {
  avif: async () => (await import('./avif.ts')).readAvif,
  gif: async () => (await import('./gif.ts')).readGif,
  png: async () => (await import('./png.ts')).readPng,
  bmp: async () => (await import('./bmp.ts')).readBmp,
  ico: async () => (await import('./ico.ts')).readIco,
  tiff: async () => (await import('./tiff.ts')).readTiff,
  svg: async () => (await import('./svg.ts')).readSvg,
};

/** Engines that return more than the pixels of one page. Every other engine has a decoder in its folder. */
const readersByEngine: Partial<Record<string, LoadReader>> = {
  sharp: async () => (await import('./sharp.ts')).readWithSharp,
  heic: async () => (await import('./heic.ts')).readHeic,
  magick: async () => (await import('./magick.ts')).readMagick,
  jxl: async () => (await import('./jxl.ts')).readJxl,
};

async function loadReader(engine: string, format: FormatId): Promise<Reader> {
  const load = (engine === 'sharp' && readersByFormat[format]) || readersByEngine[engine];
  return load ? await load() : await (await import('./decoded.ts')).loadDecoder(engine);
}

async function readWithEngine(engine: string, ...args: Parameters<Reader>): Promise<Pictures> {
  const read = await loadReader(engine, args[0].format);
  return read(...args);
}

/** Works on the pictures of an input: first strictly, then tolerating damage, then with another reader. */
export const withPictures = <T>(
  input: RunInput,
  wanted: Wanted,
  { dir, begin, measure }: Pick<WorkContext<unknown>, 'dir' | 'begin' | 'measure'>,
  work: (pictures: Pictures) => Promise<T>,
): Promise<T> =>
  withSource(input, source =>
    withPicturesFrom(nameRealFormat(source), wanted, dir, async pictures => {
      const megapixels = countMegapixels(pictures);
      await measure({ megapixels });
      begin({ megapixel: megapixels });
      return await work(pictures);
    }),
  );

/** Corrects the format of a HEIC photo that is named .jpg. */
function nameRealFormat(input: SourceInput): SourceInput {
  if (input.format !== 'jpeg') return input;
  const head = readHead(input.source);
  const isHeic = recogniseFormat(head, input.size) !== 'jpeg' && canBeOfFormat('heic', head, input.size);
  return isHeic ? { ...input, format: 'heic' } : input;
}

async function withPicturesFrom<T>(
  input: SourceInput,
  wanted: Wanted,
  dir: string,
  work: (pictures: Pictures) => Promise<T>,
): Promise<T> {
  const { engine, tolerant, fallback } = requireReadable(input.format);
  let failure: JobFailure;
  try {
    const pictures = await readWithEngine(engine, input, wanted, dir);
    return await (tolerant ? retryTolerantly(pictures, () => work(pictures)) : work(pictures));
  } catch (error) {
    failure = explainSharpError(error);
    if (failure.reason !== 'unreadable_input' || !fallback) throw failure;
  }
  try {
    return await work(await readWithEngine(fallback, input, wanted, dir));
  } catch {
    throw failure;
  }
}

/** Tries strictly first; if that fails because of damage, once more tolerantly. */
async function retryTolerantly<T>(pictures: Pictures, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (explainSharpError(error).reason !== 'unreadable_input') throw error;
  }
  for (const picture of pictures) picture.damaged = true;
  return work();
}
