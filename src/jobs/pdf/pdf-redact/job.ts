import { Type } from 'typebox';
import { languagesOption, usualLanguages } from '../../../engines/languages-option.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { boxOption } from '../options/box.ts';
import { passwordOption } from '../options/password.ts';
import { colorOption } from '../options/stamp-options.ts';
import { pdfTab } from '../tab.ts';
import { presetIds } from './presets.ts';
import { findFlags } from './search.ts';

export const job = defineJobType({
  id: 'pdf-redact',
  tabs: [pdfTab],
  title: 'Redact a PDF',
  summary:
    'Removes words, numbers and areas for good: from text, pictures, drawings, comments, fields and tags, with metadata, attachments, hidden layers and earlier versions. The result is read again by three other readers, and the job fails if one still finds something.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      terms: Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          description: 'A word or phrase, not only spaces.',
        }),
        {
          title: 'Words and phrases',
          description:
            'Words and phrases to remove wherever they occur, also within longer words. Case and the kind of space do not matter.',
          maxItems: 1000,
          default: [],
          examples: [['Jane Doe', 'Project X']],
        },
      ),
      patterns: Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
        title: 'Regular expressions',
        description:
          'Regular expressions in the syntax of JavaScript; case does not matter. The job fails if one takes too long.',
        maxItems: 100,
        default: [],
        examples: [['\\bINV-\\d{6}\\b']],
      }),
      presets: Type.Array(Type.Union(presetIds.map(id => Type.Literal(id))), {
        title: 'Kinds of data',
        description:
          '`email`, `phone`, `card` (with its check digit), `iban` (with its check digits), `national-id` (US, CA, BR, UK, IE, FR, ES, PT, IT, DE, AT, CH, BE, NL, PL, CZ, SK, SE, NO, DK, FI), `ip`.',
        uniqueItems: true,
        maxItems: presetIds.length,
        default: [],
      }),
      boxes: Type.Array(boxOption(), {
        title: 'Areas',
        description: 'Areas of pages to remove, with everything they touch.',
        maxItems: 5000,
        default: [],
      }),
      color: colorOption('#000000', 'The colour of the boxes.'),
      label: Type.Optional(
        Type.String({
          'x-group': 'Appearance',
          description: 'A short text on each box, such as "redacted".',
          minLength: 1,
          maxLength: 40,
          pattern: '\\S',
        }),
      ),
      ocr: Type.Boolean({
        title: 'Search pictures too',
        'x-group': 'Reading',
        description:
          'Recognises the words in scans and pictures, and removes them there as well. If false, the job fails where it finds one in a picture.',
        default: false,
      }),
      languages: languagesOption({
        description: 'The languages of the text in pictures, by the names of their Tesseract models.',
        default: usualLanguages,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    terms: { help: 'Words and phrases to remove wherever they occur, also within longer words.' },
    patterns: { help: 'Regular expressions as in JavaScript.' },
    presets: {
      help: 'Found by their form and check digits.',
      labels: {
        email: 'E-mail addresses',
        phone: 'Phone numbers',
        card: 'Card numbers',
        iban: 'Bank accounts (IBAN)',
        'national-id': 'National ids',
        ip: 'IP addresses',
      },
    },
    boxes: { help: 'Draw the areas to remove.' },
    label: { help: 'A short text on each box.' },
    ocr: { help: 'Also read and remove words in scans and pictures.' },
    languages: { help: 'The languages of text in pictures.', shownWhen: { ocr: [true] } },
  },
  needs: [
    {
      options: ['terms', 'patterns', 'presets', 'boxes'],
      hint: 'Enter a word, or choose what to remove',
    },
  ],
  example: { terms: ['Jane Doe'] },
  installedChoices: ['languages'],
  // The pages of the result are recognised, which each have a time of their own.
  limits: { seconds: 3600 },
  resolve: ({ options }) => {
    if (![options.terms, options.patterns, options.presets, options.boxes].some(list => list.length > 0))
      throw new Refusal(
        'options',
        'At least one of `options.terms`, `options.patterns`, `options.presets` and `options.boxes` must have an entry.',
      );
    for (const [index, pattern] of options.patterns.entries())
      if (findFlags(pattern) === undefined)
        throw new Refusal(
          `options.patterns.${index}`,
          `\`options.patterns[${index}]\` is not a regular expression.`,
        );
    return resolveOnePdf(
      'pdfium',
      'poppler',
      'sharp',
      'tesseract',
      ...(options.label === undefined ? [] : ['pango']),
    );
  },
});
