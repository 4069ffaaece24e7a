import { join } from 'node:path';
import { writeFont } from '../../../engines/fonttools/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import type { job } from './job.ts';

const lastCodePoint = 0x10ffff;

/** Lists the code points of a `unicode-range`. */
function listCodePoints(ranges: string): number[] {
  return ranges.split(',').flatMap(range => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map(hexadecimal => Math.min(lastCodePoint, Number.parseInt(hexadecimal, 16)));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
}

export const run: Run<typeof job> = async ({ inputs: [input], options, dir }) => {
  const { outputFormat: format, text, unicodes } = options;
  const path = join(dir, `font.${format}`);
  const characters = new Set([
    ...[...(text ?? '')].map(character => character.codePointAt(0) ?? 0),
    ...(unicodes === undefined ? [] : listCodePoints(unicodes)),
  ]);
  const facts = await writeFont(
    {
      input: input.path,
      output: path,
      to: format,
      ...(characters.size > 0 && { characters: [...characters] }),
    },
    dir,
  );
  return {
    outputs: [
      { path, filename: makeOutputName(input.filename, `.${format}`), format, metadata: { ...facts } },
    ],
    engines: ['fonttools'],
  };
};
