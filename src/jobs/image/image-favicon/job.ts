import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { backgroundColour, colour } from '../policy/options.ts';
import { readableFormats, requireReadable } from '../policy/readable.ts';
import { imageTab } from '../tab.ts';

export const job = defineJobType({
  id: 'image-favicon',
  tabs: [imageTab],
  title: 'Make a favicon set',
  summary:
    'Makes the icons of a web site from one image: favicon.ico, PNG files for browsers and phones, a web manifest, and the lines for the head of a page.',
  accepts: readableFormats,
  inputs: 'one',
  finalStepOnly: true,
  options: Type.Object(
    {
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'The name of the site in the web manifest. By default the name of the file.',
        }),
      ),
      themeColor: Type.Optional(
        colour('The colour of the browser around the site. By default white.', {
          title: 'Theme colour',
          'x-group': 'Appearance',
        }),
      ),
      background: Type.Optional(
        backgroundColour(
          'The background of icons that must not be transparent, on phones. By default white.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    name: { labels: { '': 'Name of the file' } },
    themeColor: { labels: { '': 'White' } },
    background: { labels: { '': 'White' } },
  },
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve: ({ input }) => ({
    outputs: ['ico', 'png', 'json', 'html'],
    count: 'many',
    engines: [...new Set([...requireReadable(input).engines, 'sharp'])],
  }),
});
