import type { FailureEntry } from './entry.ts';

/** Failures of jobs on images and drawings. */
export const imageFailures = {
  crop_outside: {
    reason: 'option_mismatch',
    options: ['operations'],
    says: 'A crop in `{option}` extends beyond the image. Make it smaller.',
  },
  picture_too_large: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The image is wider or higher than {value} allows. Make it smaller, or choose another `{option}`.',
  },
  drawing_empty: {
    reason: 'unsupported_content',
    says: 'The drawing has nothing that can be drawn, neither in its model nor on its sheets.',
  },
  nothing_to_trace: {
    reason: 'unsupported_content',
    says: 'The picture is transparent everywhere, so there is nothing to trace.',
  },
  too_many_pixels: {
    reason: 'limit_exceeded',
    says: 'The picture, or the one to be made of it, has more pixels than the plan of this workspace allows (`limits.megapixels` of `GET /usage`). Use a smaller one.',
  },
  still_picture_only: {
    reason: 'unsupported_content',
    says: 'The image is animated. This job type only accepts still images.',
  },
} satisfies Record<string, FailureEntry>;
