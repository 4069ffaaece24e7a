import { type ImageFormats, plainPicture } from '../image-formats.ts';

/** Sides beyond any picture that fits into memory. */
const anySide = 2 ** 31 - 1;

export const imageFormats: ImageFormats = {
  reads: {
    png: { tolerant: true, kept: 'png' },
    jpeg: { tolerant: true, kept: 'jpeg' },
    webp: { kept: 'webp' },
    avif: { kept: 'avif' },
    gif: { tolerant: true, kept: 'gif' },
    tiff: { fallback: 'magick', kept: 'tiff' },
    svg: { tolerant: true, kept: 'png' },
    bmp: { kept: 'bmp' },
    ico: { kept: 'ico' },
  },
  writes: {
    png: {
      ...plainPicture,
      alpha: true,
      animation: true,
      sixteenBit: true,
      metadata: true,
      lossless: 'always',
      maxSide: anySide,
    },
    jpeg: { ...plainPicture, metadata: true, lossless: 'never', maxSide: 65_500 },
    webp: {
      ...plainPicture,
      alpha: true,
      animation: true,
      metadata: true,
      lossless: 'asked',
      maxSide: 16_383,
    },
    avif: {
      ...plainPicture,
      frameEngine: 'avif',
      alpha: true,
      animation: true,
      metadata: true,
      lossless: 'asked',
      maxSide: 16_384,
    },
    gif: { ...plainPicture, alpha: true, animation: true, lossless: 'never', maxSide: 65_535 },
    tiff: {
      ...plainPicture,
      alpha: true,
      pages: true,
      sixteenBit: true,
      metadata: true,
      lossless: 'always',
      maxSide: anySide,
    },
    bmp: { ...plainPicture, alpha: true, lossless: 'always', maxSide: anySide },
    ico: { ...plainPicture, alpha: true, lossless: 'always', maxSide: anySide },
    pdf: { ...plainPicture, alpha: true, pages: true, lossless: 'asked', maxSide: 65_500 },
  },
};
