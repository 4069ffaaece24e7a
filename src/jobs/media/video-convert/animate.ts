import { stat } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { convertMedia, makeVideoArguments } from '../../../engines/ffmpeg/engine.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { Size } from '../picture/geometry.ts';
import type { Encoded, Encoding } from './encode.ts';

type Animating = Pick<Encoding, 'dir' | 'path' | 'source' | 'seconds' | 'progress' | 'isDeep'> & {
  format: FormatId;
  crf: number | undefined;
  /** The filters that give frames of this size, and the size that they have. */
  frames(size: Size | undefined): { filters: string[]; size: Size };
  /** The stream that the filters begin with. */
  begin: string;
};

const palette = 'palette.png';

/** Writes a GIF, WebP or AVIF that moves. */
async function animateOnce(
  { dir, path, source, seconds, progress, format, crf, frames, begin, isDeep }: Animating,
  size: Size | undefined,
): Promise<Encoded> {
  const picture = frames(size);
  const chain = `${begin}${picture.filters.join(',')}`;
  const finish = ['-an', '-sn', '-dn', '-map_metadata', '-1', '-fps_mode', 'vfr', '-y', `file:${path}`];
  if (format !== 'gif') {
    const colours = format === 'avif' ? `,${toBt709}` : '';
    const filters = ['-filter_complex', `${chain}${colours}[v]`, '-map', '[v]'];
    const codec =
      format === 'webp'
        ? ['-c:v', 'libwebp_anim', '-quality', '75', '-loop', '0', '-f', 'webp']
        : [
            ...makeVideoArguments('av1', { crf: crf ?? 32, isQuick: true }, { ...picture.size, isDeep }),
            ...bt709,
            '-f',
            'avif',
          ];
    const made = await convertMedia({
      dir,
      args: [...source, ...filters, ...codec, ...finish],
      seconds,
      progress,
    });
    return { ...made, size: picture.size };
  }
  // In one pass all frames would wait in memory for the palette.
  const colours = ['-filter_complex', `${chain},palettegen=stats_mode=diff[v]`, '-map', '[v]'];
  const first = await convertMedia({
    dir,
    args: [...source, ...colours, '-frames:v', '1', '-update', '1', '-f', 'image2', '-y', `file:${palette}`],
  });
  progress(0.4);
  const own = ['-protocol_whitelist', 'file', '-f', 'png_pipe', '-i', `file:${palette}`];
  const used = `${chain}[frames];[frames][1:v]paletteuse=dither=sierra2_4a:diff_mode=rectangle[v]`;
  const made = await convertMedia({
    dir,
    args: [...source, ...own, '-filter_complex', used, '-map', '[v]', '-loop', '0', '-f', 'gif', ...finish],
    seconds,
    progress: fraction => progress(0.4 + 0.6 * fraction),
  });
  return { ...made, isDamaged: first.isDamaged || made.isDamaged, size: picture.size };
}

/** The file names its colours, so those of a video that names none are converted. */
const toBt709 = 'scale=out_color_matrix=bt709:out_range=tv';
const bt709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const maxTries = 6;
const nearEnough = 0.9;
const minSide = 16;

/** Writes an animation. With `targetBytes` its frames become smaller until it fits. */
export async function animate(animating: Animating, targetBytes: number | undefined): Promise<Encoded> {
  const whole = await animateOnce(animating, undefined);
  if (targetBytes === undefined) return whole;
  let made = whole;
  let fits: Encoded | undefined;
  // The sizes between which the largest that fits lies.
  let [low, high] = [0, 1];
  let scale = 1;
  for (let tries = 1; ; tries++) {
    const { size: bytes } = await stat(animating.path);
    if (bytes <= targetBytes) {
      [fits, low] = [made, scale];
      if (scale === 1 || bytes >= nearEnough * targetBytes) return made;
    } else high = scale;
    const guess = scale * Math.sqrt((0.96 * targetBytes) / bytes);
    if (tries >= maxTries && fits) break;
    if (tries >= 2 * maxTries) throw new JobFailure('target_too_small', `${bytes} bytes at ${scale}`);
    scale = guess > low && guess < high ? guess : (low + high) / 2;
    const size = { width: whole.size.width * scale, height: whole.size.height * scale };
    if (Math.min(size.width, size.height) < minSide)
      throw new JobFailure('target_too_small', `${bytes} bytes are left`);
    made = await animateOnce(animating, size);
  }
  // The last try may have been too large.
  return made === fits ? made : await animateOnce(animating, fits.size);
}
