import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import { decodeFileNames } from '../../encodings/file-names.ts';
import { canBeOfFormat } from '../../formats/sniff/sniff.ts';
import { limits } from '../../settings/limits.ts';
import type { Convert } from '../conversion.ts';
import { listEntries, unpackEntries } from '../libarchive/engine.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('book.py', import.meta.url));
/** The script's own exit codes: a page that cannot be read, and one of too many pixels. */
const failures = new Map([
  [65, 'unreadable_input'],
  [66, 'limit_exceeded'],
] as const);

const isPage = /\.(jpe?g|png|webp|gif|bmp|tiff?)$/i;
/** Apple's programs store copies of metadata next to the files. */
const isHidden = /(^|\/)(\.|__MACOSX\/)/;
const order = new Intl.Collator('en', { numeric: true });

/** Comics are named by habit: a `.cbr` is often a ZIP file. */
async function findContainer(path: string): Promise<'zip' | 'rar'> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(Math.min(size, 4096) || 1));
  return canBeOfFormat('rar', buffer, size) ? 'rar' : 'zip';
}

/** Makes a book of the pictures in an archive, in the order of their names. */
export const convert: Convert = async ({ to, input, output, stem, dir, progress }) => {
  const bounds = { entries: limits.archive.entries, bytes: limits.archive.bytes };
  const source = { path: input, format: await findContainer(input), dir };
  const { entries, isDamaged } = await listEntries(source, bounds);
  const names = decodeFileNames(entries.map(({ name }) => name));
  const named = entries
    .filter(({ kind }) => kind === 'file')
    .map(({ index }) => ({ index, name: names[index] ?? '' }));
  const pages = named
    .filter(({ name }) => isPage.test(name) && !isHidden.test(name))
    .sort((a, b) => order.compare(a.name, b.name));
  const facts = named.find(({ name }) => /(^|\/)ComicInfo\.xml$/i.test(name));
  if (pages.length === 0) throw new JobFailure('no_pages', `${entries.length} entries`);
  const folder = join(dir, 'pages');
  await mkdir(folder);
  const paths = new Map(
    [...pages, ...(facts ? [facts] : [])].map(({ index }) => [index, join(folder, `${index}`)]),
  );
  const unpacked = await unpackEntries(source, paths, bounds, () => {});
  const states = [...unpacked.values()].map(({ state }) => state);
  if (states.some(state => state === 'locked' || state === 'locked_unknown'))
    throw new JobFailure('locked_unknown', 'an encrypted comic');
  const whole = pages.filter(({ index }) => unpacked.get(index)?.state === 'whole');
  if (whole.length === 0) throw new JobFailure('unreadable_input', 'no page is whole');
  progress(40);
  const request = {
    pages: whole.map(({ index }) => paths.get(index)),
    ...(facts && unpacked.get(facts.index)?.state === 'whole' && { facts: paths.get(facts.index) }),
    ...{ to, output, folder, title: stem },
  };
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify(request),
    });
    const { unreadable } = JSON.parse(stdout.toString('utf8')) as { unreadable: number };
    const isIncomplete = isDamaged || whole.length < pages.length || unreadable > 0;
    return [
      {
        path: output,
        metadata: { pages: whole.length - unreadable },
        warnings: isIncomplete ? ['damaged_input'] : [],
      },
    ];
  } catch (error) {
    const id = error instanceof ProgramFailure && failures.get(error.code as 65);
    if (id) throw new JobFailure(id, (error as ProgramFailure).detail);
    throw error;
  }
};
