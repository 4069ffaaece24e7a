import { Type } from 'typebox';
import { browserHost, webHost } from '../../../engines/browser-host.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { webAccess } from '../../job-type.ts';

/** The formats that hold a page, alone or with its files, or its address. */
export const pageFormats = ['html', 'mhtml', 'zip', 'url'] as const satisfies readonly FormatId[];

/** Returns what a job that shows a page needs: access to the web only for an address. */
export const resolvePage = (input: FormatId, engines: string[]): { engines: string[]; host: string } =>
  input === 'url' ? { engines: [...engines, webAccess], host: webHost } : { engines, host: browserHost };

/** The limits of a job that shows a page. A browser takes more memory than most engines. */
export const pageLimits = { seconds: 600, memoryMb: 3072 };

/** Options to wait for a page that builds itself by scripts. */
export const waitOptions = {
  waitFor: Type.Optional(
    Type.String({
      title: 'Wait for element',
      'x-group': 'Scripts',
      description:
        'A CSS selector. The page is ready when an element matches it, at most 15 seconds after loading.',
      minLength: 1,
      maxLength: 1000,
      examples: ['#chart svg'],
    }),
  ),
  waitMs: Type.Optional(
    Type.Integer({
      title: 'Wait (ms)',
      'x-group': 'Scripts',
      description: 'Milliseconds to wait after the page is ready.',
      minimum: 0,
      maximum: 20_000,
    }),
  ),
};
