import { join } from 'node:path';
import type { PdfInput, PdfMade, TaskOptions } from '../../../engines/pikepdf/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { RunOutput, RunResult, WorkContext } from '../../run.ts';
import { presentPdfFacts } from './facts.ts';
import { makePdfInput } from './pdf-input.ts';
import { withRescue } from './rescue.ts';

type Work<Made> = (request: { inputs: [PdfInput]; output: string }, options: TaskOptions) => Promise<Made>;

/** Runs a job type that makes one document from one document. `tell` adds to the output's metadata. */
export async function runOnOneDocument<Made extends PdfMade>(
  context: WorkContext<{ password?: string }>,
  work: Work<Made>,
  tell: (made: Made) => RunOutput['metadata'] = () => ({}),
): Promise<RunResult> {
  const { dir, inputs, options, progress } = context;
  const [input] = inputs;
  const output = join(dir, 'output.pdf');
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    work({ inputs: [only], output }, { onProgress: progress }),
  );
  const metadata = { ...presentPdfFacts(result.pages, result), ...tell(result) };
  const filename = makeOutputName(input.filename, '.pdf');
  return { outputs: [{ path: output, filename, format: 'pdf', metadata }], engines };
}
