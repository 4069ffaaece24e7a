import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import { type ArchivePart, keepAccessible } from '../../../engines/pikepdf/archive.ts';
import type { Run, RunResult } from '../../run.ts';
import { warnAboutArchive, writeArchive } from '../documents/archive.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const part = Number(context.options.standard[0]) as ArchivePart;
  if (context.options.pdfua) return writeAccessible(context, part);
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

/** Keeps a document with its tags, and claims both standards. */
async function writeAccessible(context: Parameters<typeof run>[0], part: ArchivePart): Promise<RunResult> {
  const warnings: Warning[] = [];
  const made = await runOnOneDocument(
    context,
    async (request, options) => {
      const facts = await keepAccessible({ ...request, part }, options);
      if (facts.attached > 0 && part !== 3) warnings.push(makeWarning('attachments_removed'));
      if (facts.hadSpecialMetadata) warnings.push(makeWarning('metadata_reduced'));
      return facts;
    },
    () => ({ conformance: `PDF/A-${part}b`, accessibility: 'PDF/UA-1', outputIntent: 'sRGB' }),
  );
  return { ...made, warnings };
}
