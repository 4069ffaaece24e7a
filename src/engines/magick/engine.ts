import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  ColorProfile,
  ColorSpace,
  DensityUnit,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickError,
  MagickFormat,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm';
import { JobFailure } from '../../contract/failure.ts';
import { convertLabToSrgb } from './lab.ts';

export interface MagickPixels {
  /** Pixels, upright, with 8 bits a sample: this build keeps no more. */
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  icc?: Buffer;
  exif?: Buffer;
  xmp?: Buffer;
  density?: number;
}

export interface MagickReading {
  maxPixels: number;
  /** The index of one of the file's images, counted from 0. */
  page?: number;
  /** An sRGB profile, for colours that are not RGB. */
  srgb: Uint8Array;
}

/** The decoder's name of each format. It is given the name, so that it does not guess by content. */
const names: Record<string, MagickFormat> = {
  psd: MagickFormat.Psd,
  tga: MagickFormat.Tga,
  tiff: MagickFormat.Tiff,
  jxl: MagickFormat.Jxl,
  dng: MagickFormat.Dng,
  cr2: MagickFormat.Cr2,
  nef: MagickFormat.Nef,
};

/** Finds the decoder's name of a format; JPEG 2000 comes in a box or bare. */
const findFormatName = (format: string, file: Buffer): MagickFormat | undefined =>
  format === 'jp2'
    ? file.readUInt32BE(0) === 0xff4fff51
      ? MagickFormat.J2k
      : MagickFormat.Jp2
    : names[format];

let ready: Promise<void> | undefined;

const start = async (): Promise<void> => {
  const wasm = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm');
  await initializeImageMagick(await readFile(wasm));
};

/**
 * Decodes one image of a file. The header has been checked before; the limits here guard against a size that the header
 * hid.
 */
export async function decodeMagick(
  file: Buffer,
  format: string,
  reading: MagickReading,
): Promise<MagickPixels> {
  ready ??= start();
  await ready;
  const name = findFormatName(format, file);
  if (!name) throw new Error(`magick does not read ${format}`);
  ResourceLimits.disk = 0n;
  ResourceLimits.area = BigInt(reading.maxPixels);
  ResourceLimits.width = ResourceLimits.height = 65_535n;
  ResourceLimits.listLength = 1024n;
  const settings = new MagickReadSettings({ format: name });
  // This uses the white balance of the camera. Without it pictures get a green tint.
  settings.setDefine(MagickFormat.Dng, 'use-camera-wb', 'true');
  if (format === 'psd') settings.frameCount = 1;
  if (reading.page !== undefined) settings.frameIndex = reading.page;
  try {
    return ImageMagick.read(file, settings, image => readPixels(image, reading));
  } catch (error) {
    throw explainMagickError(error);
  }
}

function readPixels(image: IMagickImage, { maxPixels, srgb }: MagickReading): MagickPixels {
  if (image.width * image.height > maxPixels)
    throw new JobFailure('limit_exceeded', `${image.width}x${image.height}`);
  image.autoOrient();
  const { width, height } = image;
  const lab = image.colorSpace === ColorSpace.Lab;
  if (!lab) toRgb(image, srgb);
  const grey = image.colorSpace === ColorSpace.Gray && !image.hasAlpha;
  const mapping = grey ? 'R' : image.hasAlpha ? 'RGBA' : 'RGB';
  const data = image.getPixels(pixels => pixels.toByteArray(0, 0, width, height, mapping));
  if (!data) throw new JobFailure('unreadable_input', 'magick: no pixels');
  if (lab) convertLabToSrgb(data, mapping.length);
  const icc = lab ? undefined : image.getProfile('icc');
  const exif = image.getProfile('exif');
  const xmp = image.getProfile('xmp');
  const { x, units } = image.density;
  return {
    data,
    width,
    height,
    channels: grey ? 1 : image.hasAlpha ? 4 : 3,
    ...(icc && { icc: Buffer.from(icc.data) }),
    ...(exif && { exif: Buffer.from(exif.data) }),
    ...(xmp && { xmp: Buffer.from(xmp.data) }),
    ...(x > 1 &&
      units !== DensityUnit.Undefined && { density: units === DensityUnit.PixelsPerInch ? x : x * 2.54 }),
  };
}

/** Leaves RGB and grey as they are, profile and all; turns every other kind of colour into sRGB. */
function toRgb(image: IMagickImage, srgb: Uint8Array): void {
  if (image.colorSpace === ColorSpace.sRGB || image.colorSpace === ColorSpace.Gray) return;
  if (image.getColorProfile()) image.transformColorSpace(new ColorProfile(srgb));
  image.removeProfile('icc');
  image.colorSpace = ColorSpace.sRGB;
}

function explainMagickError(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  const text = error instanceof Error ? error.message : String(error);
  // A trap leaves the module in an unknown state: the next job starts a new one.
  if (!(error instanceof MagickError)) ready = undefined;
  const reason = /limit|exhausted|exceeds|TooManyExceptions/i.test(text)
    ? 'limit_exceeded'
    : 'unreadable_input';
  return new JobFailure(reason, `magick: ${text}`);
}
