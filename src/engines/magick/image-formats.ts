import type { ImageFormats } from '../image-formats.ts';

export const imageFormats: ImageFormats = {
  reads: {
    psd: { kept: 'png' },
    tga: { kept: 'png' },
    jp2: { kept: 'png' },
    dng: { kept: 'jpeg' },
    cr2: { kept: 'jpeg' },
    nef: { kept: 'jpeg' },
  },
};
