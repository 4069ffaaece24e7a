import { rename, rm, stat } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import {
  convertMedia,
  makeVideoArguments,
  type VideoCodec,
  type VideoQuality,
} from '../../../engines/ffmpeg/engine.ts';
import type { Size } from '../picture/geometry.ts';
import type { Tracks } from './tracks.ts';

/** A video that is about to be encoded. */
export interface Encoding {
  dir: string;
  path: string;
  /** The inputs, and the part of them that is used. */
  source: string[];
  /** The picture through its filters, in frames of this size. */
  picture(size: Size | undefined): { args: string[]; size: Size };
  codec: VideoCodec;
  isDeep: boolean;
  hasAlpha: boolean;
  /** Audio, of which less is kept where bytes are short. */
  audio(share: number): Tracks;
  subtitles: string[];
  container: string[];
  seconds: number;
  fps: number;
  progress(fraction: number): void;
}

export interface Encoded {
  size: Size;
  seconds: number;
  isDamaged: boolean;
}

/** Encodes with a quality or a bit rate, in one pass. */
export async function encodeOnce(encoding: Encoding, quality: VideoQuality): Promise<Encoded> {
  const { dir, path, codec, isDeep, hasAlpha, seconds, progress } = encoding;
  const { args, size } = encoding.picture(undefined);
  const video = makeVideoArguments(codec, quality, { ...size, isDeep, hasAlpha });
  const { audio, subtitles, source, container } = encoding;
  const made = await convertMedia({
    dir,
    args: [...source, ...args, ...video, ...audio(1).args, ...subtitles, ...container, '-y', `file:${path}`],
    seconds,
    progress,
  });
  return { ...made, size };
}

/** The part of the bytes that is not left to the container and to errors of the encoder. */
const usable = 0.985;
/** A result below this part of the target is made again with more bits. */
const nearEnough = 0.955;
const maxTries = 4;
/** Bits for each pixel below which a smaller picture looks better. */
const minBitsPerPixel = 0.02;
const minSide = 96;
const minBitrate = 10;

/**
 * Encodes in two passes to at most as many bytes as asked for, and at least 95 percent of them where the content needs
 * them. `isFixed`: the caller chose the size of the picture.
 */
export async function encodeToSize(encoding: Encoding, bytes: number, isFixed: boolean): Promise<Encoded> {
  const { dir, path, codec, isDeep, seconds, fps, progress, source, container, subtitles } = encoding;
  const all = (8 * bytes) / 1000 / Math.max(seconds, 0.05);
  // Audio takes an eighth of the bits at most, because pictures suffer more.
  const usualAudio = encoding.audio(1).bitrate;
  const audio = encoding.audio(usualAudio > 0 ? Math.min(1, all / 8 / usualAudio) : 1);
  let bitrate = Math.floor(all * usable - audio.bitrate);
  if (bitrate < minBitrate) throw new JobFailure('target_too_small', `${bitrate} kbit/s for the picture`);
  const natural = encoding.picture(undefined).size;
  const bitsPerPixel = (1000 * bitrate) / (natural.width * natural.height * fps);
  const scale = isFixed ? 1 : Math.min(1, Math.sqrt(bitsPerPixel / minBitsPerPixel));
  const least = Math.min(1, minSide / Math.min(natural.width, natural.height));
  const { args, size } = encoding.picture(scale < 1 ? scaleSize(natural, Math.max(least, scale)) : undefined);
  const frame = { ...size, isDeep };
  const first = await convertMedia({
    dir,
    args: [
      ...[...source, ...args, ...makeVideoArguments(codec, { bitrate, pass: 1 }, frame)],
      ...['-an', '-sn', '-f', 'null', '-'],
    ],
    seconds,
    progress: fraction => progress(0.4 * fraction),
  });
  let best: (Encoded & { bytes: number }) | undefined;
  for (let tries = 1; tries <= maxTries; tries++) {
    const out = `${path}.${tries}`;
    const video = makeVideoArguments(codec, { bitrate, pass: 2 }, frame);
    const made = await convertMedia({
      dir,
      args: [...source, ...args, ...video, ...audio.args, ...subtitles, ...container, '-y', `file:${out}`],
      seconds,
      progress: fraction => progress(1 - 0.6 / 2 ** (tries - 1) + (0.6 / 2 ** tries) * fraction),
    });
    const { size: reached } = await stat(out);
    if (reached <= bytes && reached > (best?.bytes ?? 0)) {
      best = { ...made, isDamaged: made.isDamaged || first.isDamaged, size, bytes: reached };
      await rename(out, path);
    } else await rm(out);
    const saturated = best !== undefined && best.bytes >= nearEnough * bytes;
    if (saturated) break;
    // Everything but the picture stays as it is, so only its part is corrected.
    const others = (audio.bitrate * 1000 * seconds) / 8;
    const pictureBytes = Math.max(1, reached - others);
    const next = Math.floor(bitrate * Math.min(4, (bytes * usable - others) / pictureBytes));
    if (next < minBitrate || next === bitrate) break;
    bitrate = next;
  }
  if (!best) throw new JobFailure('target_too_small', `no try was within ${bytes} bytes`);
  return best;
}

const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: width * scale,
  height: height * scale,
});
