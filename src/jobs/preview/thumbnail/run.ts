import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import { run as resizeImage } from '../../image/image-resize/run.ts';
import type { Run } from '../../run.ts';
import type { job } from './job.ts';
import { runOn } from './run-on.ts';
import { showSource } from './show-source.ts';
import { usualSide } from './sources.ts';

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir, progress } = context;
  const [input] = inputs;
  const { outputFormat: format, height } = options;
  const width = options.width ?? (height === undefined ? usualSide : undefined);
  const sides = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const shown = join(dir, 'shown');
  await mkdir(shown);
  const source = await showSource(context, shown);
  const [picture] = source?.outputs ?? [];
  if (source && !picture) throw new JobFailure('unreadable_input', 'there is nothing to show');
  progress(80);
  const made = await runOn(resizeImage, context, {
    path: picture?.path ?? input.path,
    format: picture?.format ?? input.format,
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
