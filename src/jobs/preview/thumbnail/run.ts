import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import { run as convertDocument } from '../../document/document-convert/run.ts';
import { run as resizeImage } from '../../image/image-resize/run.ts';
import { run as takeFrame } from '../../media/video-thumbnail/run.ts';
import type { Run, RunResult } from '../../run.ts';
import type { job } from './job.ts';
import { findKind, makePageOptions, planPage, usualSide } from './sources.ts';

type Context = Parameters<Run<typeof job>>[0];

/** Runs another job type on a file; that type reads every format of its kind, though its declaration names only some. */
const runOn = (
  run: (context: never) => Promise<RunResult>,
  context: Context,
  { path, format, options, dir }: { path: string; format: FormatId; options: object; dir: string },
): Promise<RunResult> => {
  const [input] = context.inputs;
  return run({ ...context, dir, options, inputs: [{ ...input, path, format }] } as never);
};

/** Shows one page or frame as a picture, by the job type for such files. */
async function showSource(context: Context, dir: string): Promise<RunResult> {
  const { inputs, options } = context;
  const [{ path, format }] = inputs;
  const source = { path, format, dir };
  if (findKind(format) === 'video') {
    const at = options.time === undefined ? {} : { at: [options.time] };
    return await runOn(takeFrame, context, { ...source, options: { outputFormat: 'png', ...at } });
  }
  const pageOptions = makePageOptions(options);
  if (!planPage(format, options).isThroughPdf)
    return await runOn(convertDocument, context, { ...source, options: pageOptions });
  const made = await runOn(convertDocument, context, { ...source, options: { outputFormat: 'pdf' } });
  const [pdf] = made.outputs;
  if (!pdf) throw new JobFailure('unreadable_input', 'there is nothing to show');
  const pages = join(dir, 'pages');
  await mkdir(pages);
  const drawn = await runOn(convertDocument, context, {
    ...{ path: pdf.path, format: 'pdf' as const, dir: pages },
    options: pageOptions,
  });
  return {
    ...drawn,
    engines: [...made.engines, ...drawn.engines],
    warnings: [...(made.warnings ?? []), ...(drawn.warnings ?? [])],
  };
}

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir, progress } = context;
  const [input] = inputs;
  const { outputFormat: format, height } = options;
  const width = options.width ?? (height === undefined ? usualSide : undefined);
  const sides = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const shown = join(dir, 'shown');
  await mkdir(shown);
  const isImage = findKind(input.format) === 'image';
  const source = isImage ? undefined : await showSource(context, shown);
  const [picture] = source?.outputs ?? [];
  if (source && !picture) throw new JobFailure('unreadable_input', 'there is nothing to show');
  progress(80);
  const made = await runOn(resizeImage, context, {
    path: picture?.path ?? input.path,
    format: picture ? 'png' : input.format,
    dir,
    options: {
      ...sides,
      fit: 'inside',
      noEnlarge: true,
      animate: false,
      keepMetadata: false,
      outputFormat: format,
      ...(format === 'jpeg' && { background: '#ffffff' }),
    },
  });
  const [output] = made.outputs;
  if (!output) throw new JobFailure('unreadable_input', 'no thumbnail');
  return {
    outputs: [
      {
        ...output,
        filename: makeOutputName(input.filename, `-thumbnail.${getFormat(format).extensions[0]}`),
      },
    ],
    engines: [...new Set([...(source?.engines ?? []), ...made.engines])],
    // The thumbnail shows one page, so most warnings about the rest of the document do not apply to it.
    warnings: (source?.warnings ?? [])
      .filter(({ code }) => code === 'damaged_input')
      .map(({ code }) => ({ code })),
  };
};
