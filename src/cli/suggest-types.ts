import { findFiles } from '../job-and-engine-folders.ts';

/**
 * Suggests what to run instead of an unknown command that is a job type or a part of the names of some: `compress` is
 * image-compress or pdf-compress.
 */
export function suggestTypes([first = '', second = '']: string[], isCommand: boolean): string {
  if (isCommand && first !== 'run') return '';
  const word = isCommand ? second : first;
  const types = [...findFiles('jobs', 'job.ts').keys()];
  if (isCommand && types.includes(word)) return '';
  const meant = types.filter(type => type === word || type.split('-').includes(word)).slice(0, 6);
  return meant.length === 0 ? '' : `(Try ${meant.map(type => `filemill run ${type}`).join(', ')}.)\n`;
}
