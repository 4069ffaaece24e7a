import { join } from 'node:path';
import { makeWarning } from '../../../contract/warnings.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import type { RunInput, RunOutput, RunResult, WorkContext } from '../../run.ts';
import { type Change, type Drawing, type Encoding, makeDrawing } from '../pictures/drawing.ts';
import { countMegapixels, type Picture, type Pictures } from '../pictures/picture.ts';
import { requireWritable } from '../policy/writable.ts';
import { refineForPrint, writeVectorPdf } from './vector-pdf.ts';
import { writeDrawings } from './write.ts';

/** Writes pictures as one file and describes the output. */
export async function writeResult(
  input: RunInput,
  pictures: Pictures,
  encoding: Encoding,
  { dir, begin, measure }: Pick<WorkContext<unknown>, 'dir' | 'begin' | 'measure'>,
  change?: (picture: Picture) => Change | undefined,
): Promise<RunResult> {
  const path = join(dir, `output.${getFormat(encoding.format).extensions[0]}`);
  const isPlainPdf = encoding.format === 'pdf' && !change;
  const draw = (picture: Picture) =>
    makeDrawing(isPlainPdf ? refineForPrint(picture) : picture, encoding, change?.(picture));
  const [first, ...rest] = pictures;
  const drawings: [Drawing, ...Drawing[]] = [draw(first), ...rest.map(draw)];
  const made = drawings.reduce((sum, { width, height, picture }) => sum + width * height * picture.frames, 0);
  await measure({ megapixels: made / 1e6 });
  begin({ megapixel: countMegapixels(pictures) + made / 1e6 });
  const warnings = [...new Set(pictures.flatMap(picture => picture.warnings ?? []))].map(id =>
    makeWarning(id),
  );
  if (isPlainPdf && (await writeVectorPdf(first, path, encoding, dir))) {
    const { width, height } = first;
    return {
      outputs: [describeOutput(input, path, 'pdf', { width, height, pages: 1 })],
      engines: [...first.engines, 'librsvg'],
      warnings,
    };
  }
  const size = await writeDrawings(drawings, path, encoding, dir);
  return {
    outputs: [
      describeOutput(input, path, encoding.format, { ...size, ...describePictures(pictures, encoding) }),
    ],
    engines: [
      ...new Set([...pictures.flatMap(({ engines }) => engines), ...listEngines(pictures, encoding)]),
    ],
    warnings,
  };
}

function listEngines(pictures: Pictures, { format }: Encoding): string[] {
  const { engines, frameEngine } = requireWritable(format);
  return frameEngine && pictures[0].frames > 1 ? [...engines, frameEngine] : [...engines];
}

export function describeOutput(
  input: RunInput,
  path: string,
  format: FormatId,
  metadata: NonNullable<RunOutput['metadata']>,
): RunOutput {
  return {
    path,
    filename: makeOutputName(input.filename, `.${getFormat(format).extensions[0]}`),
    format,
    metadata,
  };
}

function describePictures(pictures: Pictures, { format }: Encoding): Record<string, number | boolean> {
  const frames = pictures[0].frames;
  return {
    ...(frames > 1 && { frames }),
    ...((pictures.length > 1 || format === 'pdf') && { pages: pictures.length }),
    ...(pictures.some(({ damaged }) => damaged) && { damaged: true }),
  };
}
