import { join } from 'node:path';
import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import { everyPage } from '../../../engines/page-spans.ts';
import { measurePaper } from '../../../engines/paper.ts';
import { preparePages } from '../../../engines/pikepdf/engine.ts';
import { layOutPages, type SheetLayout, turnPages } from '../../../engines/pikepdf/layout.ts';
import { limits } from '../../../settings/limits.ts';
import type { Run, RunResult } from '../../run.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';
import { findTurns } from './upright.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = context =>
  context.options.mode === 'upright' ? turnUpright(context) : layOut(context, context.options.mode);

const turnUpright: Run<typeof job> = async context => {
  const { dir, begin, progress } = context;
  const plain = join(dir, 'plain.pdf');
  let turned = 0;
  let straightened = 0;
  const made = await runOnOneDocument(
    context,
    async request => {
      const [input] = request.inputs;
      const prepared = await preparePages(
        { inputs: [input], output: plain, spans: everyPage, most: limits.outputFiles },
        {},
      );
      begin({ drawnPage: prepared.count, recognizedPage: prepared.count });
      const turns = await findTurns(prepared.rewritten ? plain : input.path, { dir, progress });
      turned = turns.filter(({ angle }) => angle !== 0).length;
      straightened = turns.filter(({ slant }) => slant !== 0).length;
      return turnPages({ ...request, turns }, {});
    },
    () => ({ turned, straightened }),
  );
  return { ...made, engines: [...made.engines, 'pdfium', 'tesseract'] };
};

async function layOut(context: Parameters<typeof run>[0], mode: SheetLayout['mode']): Promise<RunResult> {
  const { perSheet = 2, pageSize, orientation, margin, gap } = context.options;
  const paper = pageSize && { paper: measurePaper(pageSize) };
  const warnings: Warning[] = [];
  const made = await runOnOneDocument(context, (request, options) =>
    withFieldLabels(context.dir, async labels => {
      const sheets = { mode, perSheet, orientation, margin, gap, ...paper, ...(labels && { labels }) };
      const result = await layOutPages({ ...request, ...sheets }, options);
      if ('missing' in result) return result;
      if (result.untagged) warnings.push(makeWarning('tags_removed'));
      if (result.unlabelled) warnings.push(makeWarning('labels_removed'));
      if (result.flattened > 0) warnings.push(makeWarning('fields_drawn'));
      return result;
    }),
  );
  return { ...made, warnings };
}
