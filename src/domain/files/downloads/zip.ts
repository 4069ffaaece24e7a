import { posix } from 'node:path';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { zip as pairUp } from '../../../lists.ts';
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

/** Lists the folders that a path leads through. */
const listFolders = (path: string): string[] =>
  path.split('/').flatMap((_, at, parts) => (at > 0 ? [parts.slice(0, at).join('/')] : []));

/** Chooses the place of each file in the zip: its path if it has one. The second file of the same name gets a number. */
function chooseNames(files: readonly Pick<Download, 'filename' | 'path'>[]): string[] {
  const wanted = files.map(({ filename, path }) =>
    // Names that begin like a drive (`c:`) are refused, too.
    (path !== undefined && isPlainPath(path) ? path : filename).replace(/^([A-Za-z]):/, '$1_'),
  );
  const taken = new Set(wanted.flatMap(listFolders).map(folder => folder.toLowerCase()));
  return wanted.map(plain => {
    const extension = posix.extname(plain);
    const stem = plain.slice(0, plain.length - extension.length);
    let name = plain;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}-${n}${extension}`;
    taken.add(name.toLowerCase());
    return name;
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
