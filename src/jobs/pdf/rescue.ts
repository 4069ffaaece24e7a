import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { rescueDocument } from '../../engines/ghostscript/engine.ts';
import { type PdfFacts, type PdfInput, TaskFailure } from '../../engines/pikepdf/engine.ts';

export interface Rescued<Result> {
  result: Result;
  engines: string[];
}

/**
 * Works on documents as they are; one that cannot be read is first put through Ghostscript, which reads more, and the
 * result then says it was repaired. What Ghostscript cannot read either fails as it failed before.
 */
export async function withRescue<Result extends PdfFacts>(
  dir: string,
  inputs: readonly PdfInput[],
  work: (inputs: PdfInput[]) => Promise<Result>,
): Promise<Rescued<Result>> {
  const current = [...inputs];
  const rescued = new Set<number>();
  for (;;) {
    try {
      const result = await work(current);
      if (rescued.size === 0) return { result, engines: ['pikepdf'] };
      return { result: { ...result, repaired: true }, engines: ['ghostscript', 'pikepdf'] };
    } catch (error) {
      const index =
        error instanceof TaskFailure && error.reason === 'unreadable_input' ? error.input : undefined;
      const input = index === undefined || rescued.has(index) ? undefined : current[index];
      if (!input) throw error;
      rescued.add(index!);
      current[index!] = { ...input, path: await rescue(dir, index!, input, error as TaskFailure) };
    }
  }
}

async function rescue(dir: string, index: number, input: PdfInput, unreadable: TaskFailure): Promise<string> {
  const path = join(dir, `rescued-${index}.pdf`);
  const { password } = input;
  try {
    await rescueDocument(input.path, path, { dir, ...(password !== undefined && { password }) });
  } catch (error) {
    // Its own failure tells less than the first one, whatever it is (it may not even be installed).
    if (error instanceof JobFailure) throw unreadable;
    throw error;
  }
  return path;
}
