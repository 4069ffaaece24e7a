import { join } from 'node:path';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { setLabels } from '../../../engines/pango/labels.ts';
import { preparePages } from '../../../engines/pikepdf/engine.ts';
import { stampPages } from '../../../engines/pikepdf/stamps.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { parseColour } from '../options/colour.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const maxLabels = 100_000;

export const run: Run<typeof job> = async context => {
  const { dir, options } = context;
  const { position, margin, fontSize, color } = options;
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  const labels = join(dir, 'labels.pdf');
  const { outputs, engines } = await runOnOneDocument(context, async (request, task) => {
    const { indexes } = await preparePages(
      { inputs: request.inputs, spans, output: join(dir, 'plain.pdf'), most: maxLabels },
      {},
    );
    const texts = formatNumbers(options.format, options.start, indexes.length);
    const sizes = await setLabels(
      { texts, fontSize, bold: false, colour: parseColour(color), output: labels },
      dir,
    );
    const stamp = { spans, labels, sizes, position, margin, angle: 0, opacity: 1, behind: false, fit: false };
    return stampPages({ ...request, ...stamp }, task);
  });
  return { outputs, engines: ['pango', ...engines] };
};

const formatNumbers = (format: string, start: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    format.replaceAll('{n}', String(start + index)).replaceAll('{total}', String(start + count - 1)),
  );
