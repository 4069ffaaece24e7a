import { openAddress } from './address.ts';
import { openHtml } from './html.ts';
import { openMhtml } from './mhtml.ts';
import type { Site } from './site.ts';
import { openZip } from './zip.ts';

interface SiteInput {
  path: string;
  filename: string;
  format: string;
}

/** Opens what a job brings: a page, a web archive, a zip of a page with its files, or an address. */
export function openSite({ path, filename, format }: SiteInput, dir: string): Promise<Site> {
  if (format === 'url') return openAddress(path);
  if (format === 'zip') return openZip(path, dir);
  return format === 'mhtml' ? openMhtml(path) : openHtml(path, filename);
}
