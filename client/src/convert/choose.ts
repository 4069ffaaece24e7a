import type { JobType } from '../api/types.ts';
import { FilemillError } from '../core/errors.ts';

interface OptionSchema {
  enum?: string[];
  anyOf?: { const: string }[];
}

const ranks = { format: 0, motion: 1, words: 2 };

/** Chooses the job type that `POST /convert` would choose, with the options that set the output format. */
export function chooseJobType(
  types: JobType[],
  file: { filename: string; contentType: string },
  to: string,
): { type: string; options: Record<string, string> } {
  const extension = /\.(\w+)$/.exec(file.filename)?.[1]?.toLowerCase();
  const converters = types
    .filter(({ converts, available }) => converts && available)
    .sort((a, b) => ranks[a.converts!] - ranks[b.converts!] || a.accepts.length - b.accepts.length);
  const output = findFormat(types, to.toLowerCase());
  for (const { id, accepts, conversions, options } of converters) {
    const input = accepts.find(
      ({ extensions, mediaTypes }) =>
        (extension !== undefined && extensions.includes(extension)) || mediaTypes.includes(file.contentType),
    );
    if (!input) continue;
    const { properties } = options as { properties: Record<string, OptionSchema> };
    if ('outputFormat' in properties) {
      if (conversions[input.format]?.includes(output)) return { type: id, options: { outputFormat: output } };
    } else if (listValues(properties.format).includes(output))
      return { type: id, options: { format: output } };
  }
  throw new FilemillError('validation_failed', `${file.filename} cannot be converted to ${to} here.`);
}

const listValues = ({ enum: listed, anyOf }: OptionSchema = {}): string[] =>
  listed ?? anyOf?.map(each => each.const) ?? [];

/** Finds a format by its id or an extension, among those that a job type accepts. */
function findFormat(types: JobType[], name: string): string {
  const accepted = types.flatMap(({ accepts }) => accepts);
  if (accepted.some(({ format }) => format === name)) return name;
  return accepted.find(({ extensions }) => extensions.includes(name))?.format ?? name;
}
