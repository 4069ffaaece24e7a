import { join } from 'node:path';
import { openSite, warmBrowser } from '../../../engines/chromium/engine.ts';
import { describeNotLoaded } from '../../../engines/chromium/not-loaded.ts';
import { printSite } from '../../../engines/chromium/print-site.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import type { job } from './job.ts';

/** Starts the browser in a host that has no job yet. */
export const warm = (): Promise<void> => warmBrowser('/tmp');

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress }) => {
  const site = await openSite(input, dir);
  progress(10);
  const path = join(dir, 'page.pdf');
  const { pages, missing } = await printSite(site, path, { ...options, dir });
  const { metadata, warnings } = describeNotLoaded(missing);
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, '.pdf'),
        format: 'pdf',
        metadata: { pages, ...metadata },
      },
    ],
    engines: ['chromium'],
    warnings,
  };
};
