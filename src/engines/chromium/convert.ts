import type { Convert } from '../conversion.ts';
import { describeNotLoaded } from './not-loaded.ts';
import { printSite } from './print-site.ts';
import { openHtml } from './site/html.ts';

export const convert: Convert = async ({ input, output, dir, stem, options, progress }) => {
  const { pageSize, orientation, margins, exportBookmarks, toc, encoding } = options;
  const site = await openHtml(input, `${stem}.html`, encoding);
  progress(10);
  const { pages, missing } = await printSite(site, output, {
    ...(pageSize && { pageSize }),
    ...(orientation && { orientation }),
    ...(margins !== undefined && { margins }),
    outline: exportBookmarks !== false,
    toc: toc === true,
    dir,
  });
  const { metadata, warnings } = describeNotLoaded(missing);
  return [{ path: output, metadata: { pages, ...metadata }, warnings: warnings.map(({ code }) => code) }];
};
