import { sharp } from '../../../../engines/sharp/engine.ts';

export interface Harshness {
  /** Pixels of the page kept, as a share of its width. */
  scale: number;
  /** Degrees counterclockwise. */
  skew: number;
  /** Grey levels of noise. */
  noise: number;
  /** The remaining share of the contrast. */
  contrast: number;
}

/** The same numbers each time, about normally distributed. */
function noiseSource(): () => number {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => next() + next() + next() + next() - 2;
}

/** A clean page as a bad scan of it: coarse, slanting, grey, grainy and darker to one corner. Written as PNG. */
export async function harshen(
  input: string | Buffer,
  output: string,
  { scale, skew, noise, contrast }: Harshness,
): Promise<void> {
  const { width } = await sharp(input).metadata();
  const slanted = await sharp(input).greyscale().rotate(-skew, { background: '#fff' }).png().toBuffer();
  const { data, info } = await sharp(slanted)
    .resize({ width: Math.round(width * scale * 1.03) })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const normal = noiseSource();
  for (let at = 0; at < data.length; at++) {
    const corner = ((at % info.width) / info.width) * (at / data.length);
    const light = (0.5 - contrast / 2 + (data[at]! / 255) * contrast) * (1 - 0.25 * corner);
    data[at] = Math.max(0, Math.min(255, light * 255 + normal() * 1.73 * noise));
  }
  await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toFile(output);
}
