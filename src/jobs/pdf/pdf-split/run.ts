import type { Static } from 'typebox';
import { makeWarning } from '../../../contract/warnings.ts';
import { parsePages } from '../../../engines/page-spans.ts';
import { type PdfPart, type SplitMode, splitDocument } from '../../../engines/pikepdf/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';
import { findParts } from './separators.ts';

export { warm } from '../documents/warm.ts';

type Options = Static<typeof job.options>;

const parseSplitMode = (options: Options): SplitMode => {
  switch (options.mode) {
    case 'ranges':
      return { mode: 'ranges', spans: parsePages(options.ranges!) };
    case 'every':
      return { mode: 'every', every: options.every! };
    case 'bookmarks':
      return { mode: 'bookmarks', level: options.level ?? 1 };
    default:
      return { mode: 'each' };
  }
};

export const run: Run<typeof job> = async ({ dir, inputs, options, progress, begin }) => {
  const [input] = inputs;
  const { result, engines } = await withRescue(
    dir,
    [makePdfInput(input, options.password)],
    async ([only]) => {
      const mode: SplitMode =
        options.mode === 'codes'
          ? {
              mode: 'parts',
              parts: await findParts(only, { dir, options, begin, progress }),
            }
          : parseSplitMode(options);
      return splitDocument({ inputs: [only], folder: dir, ...mode }, { onProgress: progress });
    },
  );
  if (options.mode === 'codes') engines.push('pdfium', 'zxing');
  const outputs = result.files.map((part, index) => ({
    path: part.path,
    filename: makePartName(input.filename, index, result.files.length, part),
    format: 'pdf' as const,
    metadata: { ...presentPdfFacts(part.pages, result), firstPage: part.first, lastPage: part.last },
  }));
  const warnings = [
    ...(result.untagged ? [makeWarning('parts_untagged')] : []),
    ...(result.attached > 0 ? [makeWarning('parts_without_attachments')] : []),
  ];
  return { outputs, engines, warnings };
};

/** Numbers the name so that files sort in order, and adds the bookmark's title if there is one. */
function makePartName(filename: string, index: number, count: number, part: PdfPart): string {
  const number = String(index + 1).padStart(String(count).length, '0');
  const title = part.title === null ? '' : cleanForFilename(part.title);
  return makeOutputName(filename, `-${number}${title && `-${title}`}.pdf`);
}

/** Makes a title fit for a filename: no separators, control or reserved characters, limited length. */
const cleanForFilename = (title: string): string =>
  [
    ...title
      .normalize('NFC')
      .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 60)
    .join('')
    .replace(/[. ]+$/, '');
