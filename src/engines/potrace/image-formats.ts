import { type ImageFormats, plainPicture } from '../image-formats.ts';

export const imageFormats: ImageFormats = {
  writes: { svg: { ...plainPicture, alpha: true, lossless: 'never', maxSide: 65_535 } },
};
