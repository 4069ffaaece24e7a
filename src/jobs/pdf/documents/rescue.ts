import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { rescueDocument } from '../../../engines/ghostscript/engine.ts';
import { type PdfFacts, type PdfInput, TaskFailure } from '../../../engines/pikepdf/engine.ts';

/** The documents of a job, at least one. A job type of one input works on the first. */
export type PdfInputs = [PdfInput, ...PdfInput[]];

export interface Rescued<Result> {
  result: Result;
  engines: string[];
}

/**
 * Works on documents as they are. One that cannot be read is first rewritten by Ghostscript, which reads
 * more, and the result is marked as repaired. If Ghostscript cannot read it either, the pages that can still
 * be found are used.
 */
export async function withRescue<Result extends PdfFacts>(
  dir: string,
  inputs: PdfInputs,
  work: (inputs: PdfInputs) => Promise<Result>,
): Promise<Rescued<Result>> {
  const current: PdfInputs = [...inputs];
  const rescued = new Set<number>();
  for (;;) {
    try {
      const result = await work(current);
      if (rescued.size === 0) return { result, engines: ['pikepdf'] };
      const usedGhostscript = [...rescued].some(index => !current[index]?.salvage);
      const engines = usedGhostscript ? ['ghostscript', 'pikepdf'] : ['pikepdf'];
      return { result: { ...result, repaired: true }, engines };
    } catch (error) {
      const index =
        error instanceof TaskFailure && error.reason === 'unreadable_input' ? error.input : undefined;
      if (index === undefined || rescued.has(index)) throw error;
      const input = current[index];
      if (!input) throw error;
      rescued.add(index);
      current[index] = (await rewriteWithGhostscript(dir, index, input)) ?? { ...input, salvage: true };
    }
  }
}

async function rewriteWithGhostscript(
  dir: string,
  index: number,
  input: PdfInput,
): Promise<PdfInput | undefined> {
  const path = join(dir, `rescued-${index}.pdf`);
  const { password } = input;
  try {
    await rescueDocument(input.path, path, { dir, ...(password !== undefined && { password }) });
    return { ...input, path };
  } catch (error) {
    // Its failure says less than the first one, and it may not even be installed.
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}
