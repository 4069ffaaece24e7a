import type { Run } from '../../run.ts';
import { writeArchive } from '../documents/archive.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const archiving = new Set<string>();
  const { outputs, engines } = await runOnOneDocument(
    context,
    async ({ inputs: [input], output }) => {
      const { engines, ...facts } = await writeArchive(input, output, context);
      for (const engine of engines) archiving.add(engine);
      return facts;
    },
    () => ({ conformance: 'PDF/A-2b', outputIntent: 'sRGB' }),
  );
  return { outputs, engines: [...new Set([...engines, ...archiving])] };
};
