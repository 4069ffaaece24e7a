import { filenameLength, getExtension, stripExtension } from '../../../formats/declared.ts';

/** Names that differ only in case or in how accents are composed are one file on many systems. */
const fold = (name: string): string => name.normalize('NFC').toLowerCase();

const cutName = (stem: string, ending: string): string =>
  [...stem].slice(0, filenameLength - [...ending].length).join('') + ending;

const split = (name: string): [stem: string, ending: string] => {
  const extension = getExtension(name);
  const ending = extension === '' || extension.length > 20 ? '' : name.slice(-extension.length - 1);
  return ending === '' || ending === name ? [name, ''] : [stripExtension(name), ending];
};

/**
 * Chooses a filename for each path, all different: the last part of the path, the whole path joined by underscores where
 * two files have the same last part, and a number where that is not enough.
 */
export function chooseFilenames(paths: readonly string[]): string[] {
  const last = paths.map(path => {
    const name = path.split('/').at(-1)?.replaceAll('\\', '_') ?? '';
    return name.trim() === '' ? 'file' : name;
  });
  const counts = new Map<string, number>();
  for (const name of last) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1);
  const wanted = paths.map((path, at) => {
    const name = last[at] ?? 'file';
    if (counts.get(fold(name)) === 1) return name;
    const whole = path.replaceAll(/[/\\]/g, '_');
    return whole.trim() === '' ? name : whole;
  });
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return wanted.map(name => {
    const [stem, ending] = split(name);
    let chosen = cutName(stem, ending);
    const first = fold(chosen);
    for (let number = next.get(first) ?? 2; taken.has(fold(chosen)); number++) {
      next.set(first, number + 1);
      chosen = cutName(stem, ` (${number})${ending}`);
    }
    taken.add(fold(chosen));
    return chosen;
  });
}
