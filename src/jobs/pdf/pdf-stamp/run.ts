import { join } from 'node:path';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import type { PdfInput } from '../../../engines/pikepdf/engine.ts';
import { overlayPages } from '../../../engines/pikepdf/stamps.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { withPictures } from '../../image/readers/read.ts';
import { writeResult } from '../../image/writers/produce.ts';
import type { Run, RunInput, WorkContext } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { nameRoleAtFault } from '../documents/file-at-fault.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import { job } from './job.ts';

export { warm } from '../documents/warm.ts';

/** Makes a document of one page from a picture, at the size given by its resolution. */
async function drawPicture(
  input: RunInput,
  work: Pick<WorkContext<unknown>, 'dir' | 'begin' | 'measure'>,
): Promise<PdfInput & { engines: string[] }> {
  const wanted = { animation: false, pages: false, metadata: false };
  const { outputs, engines } = await withPictures(input, wanted, work, ([first]) =>
    writeResult(input, [first], { format: 'pdf', keepMetadata: false }, work),
  );
  return { path: outputs[0]!.path, engines };
}

export const run: Run<typeof job> = async ({ dir, inputs, options, progress, begin, measure }) => {
  const [document, stamp] = inputs;
  const { position = 'center', box, x, y, margin, tile, scale, rotation, opacity, under, pages } = options;
  const isPdf = stamp!.format === 'pdf';
  const drawn = isPdf
    ? { ...makePdfInput(stamp!, options.stampPassword), engines: [] }
    : await drawPicture(stamp!, { dir, begin, measure }).catch((error: unknown) =>
        nameRoleAtFault(error, job.roles, 1),
      );
  const output = join(dir, 'stamped.pdf');
  const { result, engines } = await withRescue(
    dir,
    [makePdfInput(document, options.password), drawn],
    current =>
      overlayPages(
        {
          inputs: [current[0], current[1]!],
          output,
          spans: pages === undefined ? everyPage : parsePages(pages),
          each: options.stampPages === 'each',
          position: tile ? 'tile' : position,
          corner: x === undefined || y === undefined ? null : [x, y],
          box: box ? [box.x, box.y, box.width, box.height] : null,
          margin,
          scale: scale ?? null,
          angle: rotation,
          opacity,
          behind: under,
        },
        { onProgress: progress },
      ),
  ).catch((error: unknown) => nameRoleAtFault(error, job.roles));
  const metadata = presentPdfFacts(result.pages, result);
  const filename = makeOutputName(document.filename, '.pdf');
  return {
    outputs: [{ path: output, filename, format: 'pdf', metadata }],
    engines: [...drawn.engines, ...engines],
  };
};
