import type { ImageFormats } from '../image-formats.ts';

export const imageFormats: ImageFormats = { reads: { exr: { kept: 'png' } } };
