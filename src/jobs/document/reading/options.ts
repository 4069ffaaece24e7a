import { Type } from 'typebox';
import { languagesOption } from '../../../engines/languages-option.ts';

/** The options of job types that recognise the text of scanned pages. */
export const recognitionOptions = {
  ocr: Type.Optional(
    Type.Union([Type.Literal('auto'), Type.Literal('never'), Type.Literal('always')], {
      title: 'Text recognition (OCR)',
      description:
        'Text recognition: `auto` (the default) for pages without text, `never`, or `always` for all pages.',
    }),
  ),
  languages: Type.Optional(
    languagesOption({
      description: 'The languages of scanned pages, the main one first. By default `eng`.',
    }),
  ),
};
