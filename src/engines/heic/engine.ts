import decode from 'heic-decode';
import { JobFailure } from '../../contract/failure.ts';

export interface HeicPixels {
  /** Pixels as RGBA with 8 bits a sample, turned upright. */
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Decodes one of a HEIC file's images. The header has already told which one and how large it is. */
export async function decodeHeic(file: Buffer, index: number, maxPixels: number): Promise<HeicPixels> {
  // The decoder refuses some brands that it could read, so the brand is replaced.
  const branded = Buffer.from(file);
  branded.write('heic', 8, 'latin1');
  const images = await decode.all({ buffer: branded }).catch(throwUnreadable);
  try {
    const image = images[index];
    if (!image) throw new JobFailure('page_missing', `image ${index} of ${images.length}`);
    if (image.width * image.height > maxPixels)
      throw new JobFailure('limit_exceeded', `${image.width}x${image.height}`);
    return await image.decode().catch(throwUnreadable);
  } finally {
    images.dispose();
  }
}

function throwUnreadable(error: unknown): never {
  throw new JobFailure(
    'unreadable_input',
    `libheif: ${error instanceof Error ? error.message : String(error)}`,
  );
}
