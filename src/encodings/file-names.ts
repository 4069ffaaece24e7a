import iconv from 'iconv-lite';
import { guessEncoding } from './guess-encoding.ts';

/** Encodings of file names before Unicode: those of DOS, the first of which the ZIP format names, and that of Windows. */
const western = ['cp437', 'cp850', 'windows-1252'];
/** Encodings with a script of their own, which cannot be mistaken for Western European letters. */
const distinctive =
  /^(shift_jis|euc-kr|gb18030|big5|euc-jp|windows-1251|koi8-r|cp866|windows-125[356]|windows-874)$/;

const isUnicode = (name: Buffer): boolean => Buffer.compare(Buffer.from(name.toString('utf8')), name) === 0;
const countLetters = (text: string): number => text.match(/[\u00c0-\u024f]/g)?.length ?? 0;

function chooseWestern(sample: Buffer): string {
  let best = { encoding: 'cp437', letters: -1 };
  for (const encoding of western) {
    const letters = countLetters(iconv.decode(sample, encoding));
    if (letters > best.letters) best = { encoding, letters };
  }
  return best.encoding;
}

/**
 * Decodes the file names of an archive. Names that are valid UTF-8 are taken as such; the others of one archive
 * share an encoding, which is guessed from all of them together.
 */
export function decodeFileNames(names: readonly Buffer[]): string[] {
  const others = names.filter(name => !isUnicode(name));
  const sample = Buffer.concat(others.flatMap(name => [name, Buffer.from('\n')]));
  const guessed = others.length > 0 ? guessEncoding(sample) : 'utf-8';
  const encoding = distinctive.test(guessed) || others.length === 0 ? guessed : chooseWestern(sample);
  return names.map(name => (isUnicode(name) ? name.toString('utf8') : iconv.decode(name, encoding)));
}
