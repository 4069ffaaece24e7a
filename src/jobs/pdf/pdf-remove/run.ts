import { parsePages } from '../../../engines/page-spans.ts';
import { selectPages } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { findBlankPages } from './find-blank-pages.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const { pages, blank } = context.options;
  const named = pages === undefined ? [] : parsePages(pages);
  let blankPages = 0;
  const made = await runOnOneDocument(
    context,
    async (request, options) => {
      const empty = blank ? await findBlankPages(request.inputs[0], context) : [];
      blankPages = empty.length;
      const spans = [...named, ...empty.map(index => [index + 1, index + 1] as const)];
      return selectPages({ ...request, choice: 'remove', spans }, options);
    },
    () => (blank ? { blankPages } : {}),
  );
  return { ...made, engines: [...made.engines, ...(blank ? ['pdfium'] : [])] };
};
