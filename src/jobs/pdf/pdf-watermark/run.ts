import { join } from 'node:path';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { setLabels } from '../../../engines/pango/labels.ts';
import { stampPages } from '../../../engines/pikepdf/stamps.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { parseColour } from '../options/colour.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const margin = 36;
// The default size for tiles, so that many fit on a page.
const tileSize = 28;
// The size at which the text is typeset before it is scaled to fit.
const setSize = 100;

export const run: Run<typeof job> = async context => {
  const { dir, options } = context;
  const { text, position, angle, opacity, behind, color, pages } = options;
  const fit = options.fontSize === undefined && position !== 'tile';
  const fontSize = options.fontSize ?? (fit ? setSize : tileSize);
  const labels = join(dir, 'labels.pdf');
  const sizes = await setLabels(
    { texts: [text], fontSize, bold: true, colour: parseColour(color), output: labels },
    dir,
  );
  const spans = pages === undefined ? everyPage : parsePages(pages);
  const stamp = { spans, labels, sizes, position, angle, margin, opacity, behind, fit };
  const { outputs, engines } = await runOnOneDocument(context, (request, task) =>
    stampPages({ ...request, ...stamp }, task),
  );
  return { outputs, engines: ['pango', ...engines] };
};
