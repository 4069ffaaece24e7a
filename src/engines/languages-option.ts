import { Type } from 'typebox';

/** Makes the option for the languages of a text to be recognised. */
export const languagesOption = (
  settings: { description: string; default?: string[] } & Record<`x-${string}`, unknown>,
) =>
  Type.Array(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9]{1,14}(_[A-Za-z0-9]{1,14}){0,3}$',
      description: 'The name of a Tesseract model, such as `eng`.',
    }),
    { minItems: 1, maxItems: 6, uniqueItems: true, examples: [['eng', 'deu']], ...settings },
  );

/** The languages where none are given. */
export const usualLanguages = ['eng'];
