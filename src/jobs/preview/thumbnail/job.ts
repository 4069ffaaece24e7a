import { Type } from 'typebox';
import { archiveTab } from '../../archive/tab.ts';
import { documentTab } from '../../document/tabs.ts';
import { fontTab } from '../../font/tab.ts';
import { imageTab } from '../../image/tab.ts';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import { mediaTab } from '../../media/tab.ts';
import { pdfTab } from '../../pdf/tab.ts';
import { findKind, listShownFormats, resolveSource, type SourceKind } from './sources.ts';
import { verb } from './verb.ts';

const listKind = (kind: SourceKind) => listShownFormats().filter(format => findKind(format) === kind);

const side = (description: string) =>
  Type.Optional(Type.Integer({ 'x-group': 'Size', description, minimum: 16, maximum: 4096 }));

export const job = defineJobType({
  id: 'thumbnail',
  tabs: [imageTab, documentTab, pdfTab, mediaTab, archiveTab, fontTab],
  title: 'Make a thumbnail',
  summary:
    'Makes a small picture of any file: an image, a page of a document, a frame of a video, the cover or waveform of a sound, letters of a font, or the list of an archive.',
  accepts: listShownFormats(),
  inputs: 'one',
  heading: turnInto,
  verb,
  limits: { memoryMb: 4096 },
  options: Type.Object(
    {
      outputFormat: Type.Union(
        [Type.Literal('jpeg'), Type.Literal('png'), Type.Literal('webp'), Type.Literal('avif')],
        { description: 'The format of the picture. In jpeg, transparent areas are white.', default: 'jpeg' },
      ),
      width: side(
        'The maximum width in pixels. Defaults to 320 if neither side is given; smaller files are not enlarged.',
      ),
      height: side('The maximum height in pixels.'),
      page: Type.Optional(
        Type.Integer({
          description: 'For documents: the page to show, from 1. By default the first.',
          minimum: 1,
          maximum: 100_000,
        }),
      ),
      time: Type.Optional(
        Type.Number({
          title: 'Time (seconds)',
          description: 'For videos: the frame at this time. By default a typical frame.',
          minimum: 0,
          maximum: 1_000_000,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    width: { help: 'The most pixels across.', standard: 320 },
    page: {
      help: 'The page to show, counted from 1.',
      standard: 1,
      shownWhen: { input: listKind('document') },
    },
    time: { help: 'The frame at this time.', shownWhen: { input: listKind('video') } },
  },
  resolve({ input, options }) {
    const kind = findKind(input);
    if (options.page !== undefined && kind !== 'document')
      throw new Refusal('options.page', '`options.page` is for documents, spreadsheets, mails and books.');
    if (options.time !== undefined && kind !== 'video')
      throw new Refusal('options.time', '`options.time` is for videos.');
    return { outputs: [options.outputFormat], count: 'one', ...resolveSource(input, options) };
  },
});
