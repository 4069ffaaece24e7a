import { Readable } from 'node:stream';
import yazl from 'yazl';
import { getExtension, stripExtension } from '../../../formats/declared.ts';
import { zip as pairUp } from '../../../lists.ts';
import type { Download } from './open.ts';

/** Formats worth compressing: text, and BMP. The others are compressed already. */
const compressible =
  /^text\/|^message\/|[/+](?:json|xml|yaml|toml|sql|x-ndjson|x-tex|x-subrip|rtf)\b|^image\/bmp/;

/** Makes the names unique: the second file of the same name gets a number. */
function makeNamesUnique(files: readonly { filename: string }[]): string[] {
  const taken = new Set<string>();
  return files.map(({ filename }) => {
    // Programs that unpack zips refuse names that begin like a drive (`c:`).
    const plain = filename.replace(/^([A-Za-z]):/, '$1_');
    const extension = getExtension(plain);
    let name = plain;
    for (let n = 2; taken.has(name.toLowerCase()); n++)
      name = `${stripExtension(plain)}-${n}${extension && `.${extension}`}`;
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
  for (const [file, name] of pairUp(files, makeNamesUnique(files))) {
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
