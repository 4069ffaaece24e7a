import type { JobType } from '@filemill/client';

/** Determines a file's format by its name, or by the browser's media type if the name is not recognised. */
export function guessFormat(filename: string, mediaType: string, jobTypes: JobType[]): string | undefined {
  const accepted = jobTypes.flatMap(({ accepts }) => accepts);
  const name = filename.toLowerCase();
  const byName = accepted
    .flatMap(({ format, extensions }) => extensions.map(extension => ({ format, extension })))
    .filter(({ extension }) => name.endsWith(`.${extension.replace(/^\./, '')}`))
    .sort((one, other) => other.extension.length - one.extension.length)[0];
  return byName?.format ?? accepted.find(({ mediaTypes }) => mediaTypes.includes(mediaType))?.format;
}
