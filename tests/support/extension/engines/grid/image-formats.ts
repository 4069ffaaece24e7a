import { type ImageFormats, plainPicture } from 'filemill';

/** Tables of grey values, read and written as images. */
export const imageFormats: ImageFormats = {
  reads: { tsv: { kept: 'tsv' } },
  writes: { tsv: { ...plainPicture, lossless: 'always', maxSide: 1000 } },
};
