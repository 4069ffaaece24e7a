import { join } from 'node:path';
import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import { measurePaper } from '../../../engines/paper.ts';
import { mergeDocuments, type PdfInput } from '../../../engines/pikepdf/engine.ts';
import { layOutPages } from '../../../engines/pikepdf/layout.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run, RunInput } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { nameFileAtFault } from '../documents/file-at-fault.ts';
import { type PdfInputs, withRescue } from '../documents/rescue.ts';
import { type ConvertedInput, convertInput } from './convert-input.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

/** The share of the progress that conversions to PDF take. */
const converting = 60;

export const run: Run<typeof job> = async context => {
  const { dir, inputs, options, progress } = context;
  const [{ filename }] = inputs;
  const others = inputs.filter(({ format }) => format !== 'pdf').length;
  const used: string[] = [];
  const warnings: Warning[] = [];
  const sources: PdfInput[] = [];
  let converted = 0;
  for (const [index, input] of inputs.entries()) {
    const password = options.passwords?.[index] || options.password;
    if (input.format === 'pdf') {
      sources.push({ path: input.path, filename: input.filename, ...(password && { password }) });
      continue;
    }
    const report = (percent: number) => progress((converting * (converted + percent / 100)) / others);
    const made = await makePdf(input, { ...context, progress: report }, index, password);
    sources.push({ path: made.path, filename: input.filename });
    used.push(...made.engines);
    warnings.push(...made.warnings);
    converted++;
  }
  const done = others > 0 ? converting : 0;
  const output = join(dir, 'output.pdf');
  const { result, engines } = await withRescue(dir, sources as PdfInputs, opened =>
    mergeDocuments(
      { inputs: opened, bookmarks: options.preserveBookmarks, output },
      { onProgress: percent => progress(done + (percent * (100 - done)) / 100) },
    ),
  ).catch((error: unknown) => nameFileAtFault(error));
  if (result.hadSpecialMetadata) warnings.push(makeWarning('metadata_reduced'));
  const name = makeOutputName(filename, '-merged.pdf');
  const metadata = { ...presentPdfFacts(result.pages, result), sources: inputs.length };
  return {
    outputs: [{ path: output, filename: name, format: 'pdf', metadata }],
    engines: [...new Set([...used, ...engines])],
    ...(warnings.length > 0 && { warnings: removeRepeated(warnings) }),
  };
};

/** Makes a PDF of a document or a picture. A picture is put on paper if that is asked for. */
async function makePdf(
  input: RunInput,
  context: Parameters<typeof run>[0],
  index: number,
  password: string | undefined,
): Promise<ConvertedInput> {
  const { options } = context;
  const folder = join(context.dir, `converted-${index}`);
  context.begin({ convertedFile: 1 });
  const made = await convertInput(input, context, { dir: folder, password }).catch((error: unknown) =>
    nameFileAtFault(error, index),
  );
  if (!made.isPicture || options.pageSize === undefined) return made;
  const path = join(folder, 'on-paper.pdf');
  await layOutPages(
    {
      inputs: [{ path: made.path }],
      output: path,
      mode: 'resize',
      perSheet: 2,
      paper: measurePaper(options.pageSize),
      orientation: 'auto',
      margin: options.margin,
      gap: 0,
      noEnlarge: options.fit === 'shrink',
    },
    {},
  );
  return { ...made, path };
}

/** Keeps one warning of each kind, since none of them can name one of several inputs. */
const removeRepeated = (warnings: Warning[]): Warning[] => [
  ...new Map(
    warnings.map(({ code, detail }) => [`${code} ${detail}`, { code, ...(detail && { detail }) }]),
  ).values(),
];
