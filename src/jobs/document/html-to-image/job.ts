import { Type } from 'typebox';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import { documentTab } from '../tabs.ts';
import {
  pageFormats,
  pageLimits,
  requireSendable,
  resolvePage,
  strictOptions,
  styleOptions,
  visitorForm,
  visitorOptions,
  waitOptions,
} from '../web-pages/options.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'html-to-image',
  tabs: [documentTab],
  title: 'Web page to image',
  summary:
    'Takes a picture of a web page, all of it or one element, as a browser shows it: an HTML file, a web archive (MHTML), a zip of a page with its files, or an address (if the operator allows it).',
  accepts: pageFormats,
  inputs: 'one',
  heading: turnInto,
  verb,
  limits: pageLimits,
  options: Type.Object(
    {
      outputFormat: Type.Union([Type.Literal('png'), Type.Literal('jpeg'), Type.Literal('webp')], {
        description: 'The format of the image.',
        default: 'png',
      }),
      width: Type.Integer({
        'x-group': 'Size',
        description: 'Width of the window in CSS pixels.',
        minimum: 16,
        maximum: 8000,
        default: 1280,
      }),
      height: Type.Integer({
        'x-group': 'Size',
        description: 'Height of the window in CSS pixels. With `fullPage` the image is as high as the page.',
        minimum: 16,
        maximum: 8000,
        default: 800,
      }),
      deviceScale: Type.Number({
        title: 'Scale',
        'x-group': 'Size',
        description: 'Image pixels for each CSS pixel; 2 for high-resolution displays.',
        minimum: 0.25,
        maximum: 4,
        default: 1,
      }),
      fullPage: Type.Optional(
        Type.Boolean({
          title: 'Whole page',
          'x-group': 'Size',
          description: 'Capture the whole page, not only the part that fits in the window. Defaults to true.',
        }),
      ),
      selector: Type.Optional(
        Type.String({
          title: 'Element',
          'x-group': 'Size',
          description: 'A CSS selector. The image shows only the first element that matches it.',
          minLength: 1,
          maxLength: 1000,
          examples: ['#invoice'],
        }),
      ),
      transparent: Type.Boolean({
        description: 'Keep the background transparent where the page has none, in png and webp.',
        default: false,
      }),
      quality: Type.Optional(
        Type.Integer({
          'x-group': 'Quality',
          description: 'The quality of a JPEG or WebP image. Defaults to 90.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      media: Type.Union([Type.Literal('screen'), Type.Literal('print')], {
        title: 'Styles',
        description: "Which of the page's styles apply: those for the screen, or those for printing.",
        default: 'screen',
      }),
      ...styleOptions,
      ...waitOptions,
      ...strictOptions,
      ...visitorOptions,
    },
    { additionalProperties: false },
  ),
  form: {
    height: { help: 'Height of the window in CSS pixels.', shownWhen: { fullPage: [false] } },
    deviceScale: { help: 'Image pixels for each CSS pixel; 2 is sharp on most displays.' },
    fullPage: { help: 'Show the page to its end.', standard: true },
    selector: { help: 'Show only the first element that matches this CSS selector.' },
    transparent: {
      help: 'Leave the background transparent where the page has none.',
      shownWhen: { outputFormat: ['png', 'webp'] },
    },
    waitFor: { help: 'Wait until an element matches this CSS selector.' },
    ...visitorForm,
  },
  resolve: ({ input, options }) => {
    if (options.transparent && options.outputFormat === 'jpeg')
      throw new Refusal(
        'options.transparent',
        '`options.transparent` requires png or webp: jpeg has no transparency.',
      );
    if (options.quality !== undefined && options.outputFormat === 'png')
      throw new Refusal('options.quality', '`options.quality` requires jpeg or webp: png is lossless.');
    if (options.selector !== undefined && options.fullPage !== undefined)
      throw new Refusal('options.fullPage', '`options.fullPage` cannot be combined with `options.selector`.');
    requireSendable(input, options);
    return {
      outputs: [options.outputFormat],
      count: 'one',
      ...resolvePage(input, ['chromium', 'sharp']),
    };
  },
});
