import type { JobType } from '@filemill/client';
import type { Item } from '../added-files/item.ts';
import { addItems, changeItem, findItem } from '../added-files/store.ts';
import { strings } from '../wording/strings.ts';
import { followJobs } from './follow.ts';
import { startItems } from './start.ts';

/** The conversion of an image to a page. */
export const pageTarget = 'image-convert:pdf';

/** Combines images into one PDF: each is converted to a PDF, and these are joined once all are done. */
export async function makeOnePdf(pictures: Item[], jobTypes: JobType[]): Promise<void> {
  for (const { id } of pictures) changeItem(id, { target: pageTarget, options: {} });
  addItems([
    {
      id: crypto.randomUUID(),
      workspaceId: pictures[0]!.workspaceId,
      name: strings.convert.onePdfName,
      size: pictures.reduce((sum, { size }) => sum + size, 0),
      format: undefined,
      target: undefined,
      options: {},
      upload: { state: 'done', loaded: 0, bytesPerSecond: 0 },
      waitsFor: pictures.map(({ id }) => id),
    },
  ]);
  await startItems(
    pictures.map(({ id }) => findItem(id)!),
    jobTypes,
  );
  followJobs();
}
