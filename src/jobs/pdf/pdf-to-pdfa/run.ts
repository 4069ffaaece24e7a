import type { Warning } from '../../../contract/warnings.ts';
import type { ArchivePart } from '../../../engines/pikepdf/archive.ts';
import type { Run } from '../../run.ts';
import { warnAboutArchive, writeArchive } from '../documents/archive.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const part = Number(context.options.standard[0]) as ArchivePart;
  const archiving = new Set<string>();
  const warnings: Warning[] = [];
  const { outputs, engines } = await runOnOneDocument(
    context,
    async ({ inputs: [input], output }) => {
      const { engines, ...facts } = await writeArchive(input, output, { ...context, part });
      for (const engine of engines) archiving.add(engine);
      warnings.push(...warnAboutArchive(facts, part === 3));
      return facts;
    },
    () => ({ conformance: `PDF/A-${part}b`, outputIntent: 'sRGB' }),
  );
  return { outputs, engines: [...new Set([...engines, ...archiving])], warnings };
};
