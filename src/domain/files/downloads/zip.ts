import { posix } from 'node:path';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { zip as pairUp } from '../../../lists.ts';
import { FreeNames } from '../../../text.ts';
import type { Download } from './open.ts';

/** Formats worth compressing: text, and BMP. The others are compressed already. */
const compressible =
  /^text\/|^message\/|[/+](?:json|xml|yaml|toml|sql|x-ndjson|x-tex|x-subrip|rtf)\b|^image\/bmp/;

/** Longer paths may have been cut off. */
const longestPath = 999;

/** Tells whether a path is relative and leads through folders by plain names. Programs that unpack zips refuse others. */
const isPlainPath = (path: string): boolean =>
  path.length <= longestPath &&
  !path.includes('\\') &&
  path.split('/').every(part => part !== '' && part !== '.' && part !== '..');

/**
 * Makes a test whether a name in lower case is a folder of the paths. It searches the sorted paths: thousands of paths of hundreds
 * of folders each have too many to be listed.
 */
function makeFolderTest(paths: readonly string[]): (name: string) => boolean {
  const sorted = paths.map(path => path.toLowerCase()).sort();
  return name => {
    const folder = `${name}/`;
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < folder) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(folder) ?? false;
  };
}

/** Chooses the place of each file in the zip: its path if it has one. The second file of the same name gets a number. */
export function chooseNames(files: readonly Pick<Download, 'filename' | 'path'>[]): string[] {
  const wanted = files.map(({ filename, path }) =>
    // Names that begin like a drive (`c:`) are refused, too.
    (path !== undefined && isPlainPath(path) ? path : filename).replace(/^([A-Za-z]):/, '$1_'),
  );
  const names = new FreeNames(name => name.toLowerCase(), makeFolderTest(wanted));
  return wanted.map(plain => {
    const extension = posix.extname(plain);
    const stem = plain.slice(0, plain.length - extension.length);
    return names.take(plain, n => `${stem}-${n}${extension}`);
  });
}

/** Makes a zip of the files while it is being read. Only one file is open at a time. */
export function makeZip(files: readonly Download[], modifiedAt: Date): Readable {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as Readable;
  let reading: Readable | undefined;
  zip.on('error', error => out.destroy(error as Error));
  out.on('close', () => reading?.destroy());
  for (const [file, name] of pairUp(files, chooseNames(files))) {
    const compress = compressible.test(file.contentType);
    const options = { size: file.size, compress, mtime: modifiedAt, mode: 0o100644 };
    zip.addReadStreamLazy(name, options, give => {
      file.read({ start: 0, end: file.size - 1 }).then(
        content => {
          reading = Buffer.isBuffer(content) ? Readable.from([content]) : content;
          reading.on('error', error => out.destroy(error));
          if (out.destroyed) reading.destroy();
          give(null, reading);
        },
        error => out.destroy(error),
      );
    });
  }
  zip.end();
  return out;
}
