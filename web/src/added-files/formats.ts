import type { JobType } from '@filemill/client';

/** What a name says a file is; what the browser thinks of it only where the name says nothing. */
export function formatOf(filename: string, mediaType: string, jobTypes: JobType[]): string | undefined {
  const accepted = jobTypes.flatMap(({ accepts }) => accepts);
  const name = filename.toLowerCase();
  const byName = accepted
    .flatMap(({ format, extensions }) => extensions.map(extension => ({ format, extension })))
    .filter(({ extension }) => name.endsWith(`.${extension.replace(/^\./, '')}`))
    .sort((one, other) => other.extension.length - one.extension.length)[0];
  return byName?.format ?? accepted.find(({ mediaTypes }) => mediaTypes.includes(mediaType))?.format;
}
