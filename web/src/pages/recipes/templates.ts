import { strings } from '../../wording/strings.ts';
import { type Draft, newKey } from './draft.ts';

const words = strings.recipes.templates;

type Step = [name: string, jobType: string, options: Record<string, unknown>];

const make =
  (name: string, ...steps: Step[]): (() => Draft) =>
  () => ({
    name,
    description: '',
    steps: steps.map(([stepName, jobType, options]) => ({ key: newKey(), name: stepName, jobType, options })),
  });

/** Examples for people without a recipe. */
export const templates: Record<keyof typeof words, () => Draft> = {
  stamped: make(
    words.stamped.name,
    ['To PDF', 'document-convert', { outputFormat: 'pdf' }],
    ['Number the pages', 'pdf-number', { format: 'Page {n} of {total}' }],
    ['Make it small', 'pdf-compress', { preset: 'ebook' }],
  ),
  photos: make(
    words.photos.name,
    ['At most 1600 pixels', 'image-resize', { width: 1600, height: 1600, noEnlarge: true }],
    ['To WebP', 'image-convert', { outputFormat: 'webp', quality: 80 }],
  ),
  archive: make(
    words.archive.name,
    ['To PDF', 'document-convert', { outputFormat: 'pdf' }],
    ['To PDF/A', 'pdf-to-pdfa', {}],
  ),
};
