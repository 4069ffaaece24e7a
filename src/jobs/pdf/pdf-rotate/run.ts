import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { rotatePages } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = context => {
  const { angle, pages } = context.options;
  const spans = pages === undefined ? everyPage : parsePages(pages);
  return runOnOneDocument(context, (request, options) => rotatePages({ ...request, angle, spans }, options));
};
