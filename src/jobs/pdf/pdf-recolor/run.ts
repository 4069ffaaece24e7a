import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import { invertColours } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { warnAboutArchive, writeArchive } from '../documents/archive.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const warnings: Warning[] = [];
  const others = new Set<string>();
  const { outputs, engines } = await runOnOneDocument(context, async (request, options) => {
    if (context.options.mode === 'inverted') {
      const made = await withFieldLabels(context.dir, labels => {
        if (labels) others.add('pango');
        return invertColours({ ...request, ...(labels && { labels }) }, options);
      });
      if (made.flattened > 0) warnings.push(makeWarning('fields_drawn'));
      return made;
    }
    const [input] = request.inputs;
    const made = await writeArchive(input, request.output, { ...context, part: 3, isGrey: true });
    for (const engine of made.engines) others.add(engine);
    warnings.push(...warnAboutArchive(made, true));
    return made;
  });
  return { outputs, engines: [...new Set([...engines, ...others])], warnings };
};
