import { archiveFailures } from './failures/archives.ts';
import { dataFailures } from './failures/data.ts';
import { documentFailures } from './failures/documents.ts';
import { fileFailures } from './failures/files.ts';
import { generalFailures } from './failures/general.ts';
import { imageFailures } from './failures/images.ts';
import { mediaFailures } from './failures/media.ts';
import { pdfFailures } from './failures/pdf.ts';
import { webPageFailures } from './failures/web-pages.ts';

/** The general sentences, and the more specific ones in the order of their subjects. */
export const failureCatalogue = {
  ...generalFailures,
  ...fileFailures,
  ...pdfFailures,
  ...webPageFailures,
  ...mediaFailures,
  ...imageFailures,
  ...dataFailures,
  ...documentFailures,
  ...archiveFailures,
};

export type FailureId = keyof typeof failureCatalogue;
export const failureIds = Object.keys(failureCatalogue) as FailureId[];
