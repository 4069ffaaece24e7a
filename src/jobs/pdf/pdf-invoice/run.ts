import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attachInvoice,
  checkInvoice,
  extractInvoice,
  readInvoice,
} from '../../../engines/pikepdf/invoice.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run, RunResult } from '../../run.ts';
import { warnAboutArchive, writeArchive } from '../documents/archive.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

type Context = Parameters<Run<typeof job>>[0];

async function attach(context: Context, profile: string | null): Promise<RunResult> {
  const { dir, inputs, options, progress } = context;
  const [document, given] = inputs;
  const invoice = given!.path;
  // A file that is no invoice is refused before the document is rewritten.
  await readInvoice({ invoice, profile });
  const archive = join(dir, 'archive.pdf');
  const output = join(dir, 'invoice.pdf');
  const archiving = new Set<string>();
  const { result, engines } = await withRescue(
    dir,
    [makePdfInput(document, options.password)],
    async ([original]) => {
      const { engines: used, ...facts } = await writeArchive(original, archive, context);
      for (const engine of used) archiving.add(engine);
      const made = await attachInvoice(
        { inputs: [{ path: archive }, original], invoice, output, profile },
        { onProgress: part => progress(90 + part / 10) },
      );
      return { ...facts, ...made };
    },
  );
  const metadata = {
    ...presentPdfFacts(result.pages, result),
    conformance: 'PDF/A-3b',
    profile: result.profile,
    ...(result.problems.length > 0 && { problems: result.problems.join(' ') }),
  };
  const filename = makeOutputName(document.filename, '.pdf');
  return {
    outputs: [{ path: output, filename, format: 'pdf', metadata }],
    engines: [...new Set([...engines, ...archiving])],
    warnings: warnAboutArchive(result, true),
  };
}

async function extract(context: Context, profile: string | null): Promise<RunResult> {
  const { dir, inputs, options, progress } = context;
  const path = join(dir, 'invoice.xml');
  const { result, engines } = await withRescue(dir, [makePdfInput(inputs[0], options.password)], ([only]) =>
    extractInvoice({ inputs: [only], output: path, profile }, { onProgress: progress }),
  );
  const metadata = { ...(result.profile && { profile: result.profile }) };
  return { outputs: [{ path, filename: result.name, format: 'xml', metadata }], engines };
}

async function check(context: Context, profile: string | null): Promise<RunResult> {
  const { dir, inputs, options, progress } = context;
  const { result, engines } = await withRescue(dir, [makePdfInput(inputs[0], options.password)], ([only]) =>
    checkInvoice({ inputs: [only], profile }, { onProgress: progress }),
  );
  const path = join(dir, 'check.json');
  const { report } = result;
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`);
  const filename = makeOutputName(inputs[0].filename, '.json');
  const metadata = { valid: report.valid, ...(report.profile && { profile: report.profile }) };
  return { outputs: [{ path, filename, format: 'json', metadata }], engines };
}

const actions = { attach, extract, check };

export const run: Run<typeof job> = async context => {
  const { action, profile = null } = context.options;
  return actions[action as keyof typeof actions](context, profile);
};
