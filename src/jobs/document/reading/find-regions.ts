import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Region, regionLabels, type SourcePage } from '../../../documents/source.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import type { RunContext } from '../../run.ts';

export type ModelContext = Pick<RunContext<unknown>, 'dir' | 'infer' | 'models'>;

/** The longer side of the picture that a model gets, in pixels. */
const longestSide = 1024;

const isRegion = (value: unknown): value is Region => {
  const { label, ...box } = value as Region;
  return (
    regionLabels.includes(label) &&
    [box.left, box.top, box.right, box.bottom].every(each => Number.isFinite(each))
  );
};

/** Shows a page to the operator's layout models and returns it with the regions that they find. */
export async function addRegions(
  source: PdfiumDocument,
  page: SourcePage,
  { dir, infer, models }: ModelContext,
): Promise<SourcePage> {
  const scale = longestSide / Math.max(page.width, page.height);
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height };
  const { width, height, data } = source.renderPart(page.number - 1, whole, scale);
  const input = join(dir, `page-${page.number}.rgb`);
  await writeFile(input, data);
  const regions: Region[] = [];
  for (const model of models) {
    const found = await infer({ engine: 'page-layout', model, input, params: { width, height } });
    regions.push(...(found.regions as unknown[]).filter(isRegion));
  }
  await rm(input);
  return {
    ...page,
    regions: regions.map(({ label, left, top, right, bottom }) => ({
      label,
      left: left / scale,
      top: top / scale,
      right: right / scale,
      bottom: bottom / scale,
    })),
  };
}
