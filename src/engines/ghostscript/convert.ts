import { stat } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import type { Convert } from '../conversion.ts';
import { writePdf } from './program.ts';

/** Draws a PostScript file. An encapsulated one becomes a page of just the size it declares. */
export const convert: Convert = async ({ input, output, dir, progress }) => {
  let pages = 0;
  await writePdf(['-dEPSCrop', '-dAutoRotatePages=/None'], input, output, {
    dir,
    onStdout: text => {
      pages += text.match(/showpage|^Page \d+$/gm)?.length ?? 0;
      progress(Math.min(95, 5 * pages));
    },
  });
  if (!(await stat(output).catch(() => undefined))?.size)
    throw new JobFailure('unreadable_input', 'Ghostscript drew nothing');
  return [{ path: output }];
};
