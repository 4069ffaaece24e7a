import { filenameLength, getExtension, stripExtension } from '../../../formats/declared.ts';
import { FreeNames } from '../../../text.ts';

/** The placeholders of a step's template for names. */
const placeholders = ['name', 'index', 'date', 'step', 'ext'] as const;
type Placeholder = (typeof placeholders)[number];

const pattern = /\{([^{}]*)\}/g;
const unsafe = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Explains what is wrong with a template, or returns undefined. */
export function explainTemplate(template: string): string | undefined {
  const known: readonly string[] = placeholders;
  const unknown = [...template.matchAll(pattern)].find(([, name]) => !known.includes(name ?? ''));
  if (unknown)
    return `${unknown[0]} is not known; there are ${placeholders.map(name => `{${name}}`).join(', ')}.`;
  if (template.search(unsafe) !== -1) return 'A name has no slashes and no control characters.';
  return undefined;
}

/** The values of a step that its template may contain. */
export interface NameContext {
  step: string;
  /** The number of the file that the job is for, from 1, if the step runs for each of several. */
  part?: number;
  date: Date;
}

/** Fills a template for every file that a job made. Names that would be the same are numbered. */
export function fillNames(template: string, filenames: readonly string[], context: NameContext): string[] {
  const names = new FreeNames();
  return filenames.map((filename, at) => {
    const ext = getExtension(filename);
    const numbers = [context.part, context.part === undefined || filenames.length > 1 ? at + 1 : undefined];
    const values: Record<Placeholder, string> = {
      name: stripExtension(filename),
      index: numbers.filter(each => each !== undefined).join('-'),
      date: context.date.toISOString().slice(0, 10),
      step: context.step,
      ext,
    };
    const filled = template
      .replaceAll(pattern, (_, name: Placeholder) => values[name])
      .replaceAll(unsafe, '_')
      .replace(/^\.+/, '');
    const ending = ext && `.${ext}`;
    const base = [...(ending && filled.endsWith(ending) ? filled.slice(0, -ending.length) : filled)]
      .slice(0, filenameLength - 20)
      .join('');
    return names.take(`${base || 'file'}${ending}`, n => `${base || 'file'}-${n}${ending}`);
  });
}
