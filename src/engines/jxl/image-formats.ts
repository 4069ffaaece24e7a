import { type ImageFormats, plainPicture } from '../image-formats.ts';

export const imageFormats: ImageFormats = {
  reads: { jxl: { kept: 'jxl' } },
  writes: {
    jxl: {
      ...plainPicture,
      alpha: true,
      animation: true,
      sixteenBit: true,
      metadata: true,
      lossless: 'asked',
      maxSide: 2 ** 30,
    },
  },
};
