import { analyse } from 'chardet';
import iconv from 'iconv-lite';

/** Byte pairs whose first byte lies here are the everyday characters of the encoding. */
const everyday: [encoding: string, isEveryday: (lead: number, trail: number) => boolean][] = [
  ['shift_jis', lead => (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97)],
  ['euc-kr', (lead, trail) => trail >= 0xa1 && lead >= 0xb0 && lead <= 0xc8],
  ['gb18030', (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa3)],
  ['big5', lead => lead >= 0xa4 && lead <= 0xc6],
  [
    'euc-jp',
    (lead, trail) => trail >= 0xa1 && (lead === 0xa4 || lead === 0xa5 || (lead >= 0xb0 && lead <= 0xcf)),
  ],
];
/** An encoding must read a text this much better than the more common ones above it. */
const better = 0.02;

const isWide = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uffee]/;

/**
 * Rates from 0 to 1 how well a sample reads as pairs of bytes. Accented letters stand alone, while such characters come
 * in rows.
 */
function ratePairs(
  sample: Buffer,
  encoding: string,
  usual: (lead: number, trail: number) => boolean,
): number {
  const text = iconv.decode(sample, encoding).slice(0, -1);
  if (/[\ufffd\ue000-\uf8ff\x80-\x9f]/.test(text)) return 0;
  const rows = text.match(/[^\x00-\x7f]+/g) ?? [];
  const characters = rows.join('');
  if (characters.length < 2 * rows.length) return 0;
  let common = 0;
  let pairs = 0;
  for (const character of characters) {
    const [lead = 0, trail] = iconv.encode(character, encoding);
    // Narrow Japanese letters are single bytes, which say nothing by themselves.
    if (trail === undefined) continue;
    pairs++;
    if (isWide.test(character) && usual(lead, trail)) common++;
  }
  // Japanese is seldom without its own letters, which the Chinese encoding has too.
  const kana = encoding === 'euc-jp' && /[\u3041-\u30fe]/.test(characters) ? 0.1 : 0;
  return pairs > 1 ? common / pairs + kana : 0;
}

/** The letters that make up most of a text in each script. */
const scripts: [encoding: string, letters: RegExp, common: string][] = [
  ['windows-1251', /^[\u0400-\u045f]+$/, 'оеаинтсрвлк'],
  ['koi8-r', /^[\u0400-\u045f]+$/, 'оеаинтсрвлк'],
  ['cp866', /^[\u0400-\u045f]+$/, 'оеаинтсрвлк'],
  ['windows-874', /^[\u0e01-\u0e5b]+$/, 'านรกอเงมยวลสท่้ัี'],
  ['windows-1253', /^[\u0386-\u03ce]+$/, 'αοιετσνηυρςάέήίόύώ'],
  ['windows-1255', /^[\u05b0-\u05ea]+$/, 'יוהלאבתרמשנ'],
  ['windows-1256', /^[\u060c-\u06d2]+$/, 'الينموتربةعد'],
];

const isCased = (word: string): boolean =>
  word === word.toLowerCase() || word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase();

/** Rates from 0 to 1 how much of a text in another script is what one would expect to read. */
function rateScript(sample: Buffer, [encoding, letters, common]: (typeof scripts)[number]): number {
  const words = iconv.decode(sample, encoding).match(/[^\x00-\x7f\u00a0-\u00bf\u2010-\u2122]+/g) ?? [];
  const all = words.join('');
  if (!words.length || words.some(word => /[\x80-\x9f\ufffd]/.test(word))) return 0;
  if (words.filter(word => letters.test(word) && isCased(word)).length < 0.8 * words.length) return 0;
  return [...all.toLowerCase()].filter(letter => common.includes(letter)).length / all.length;
}

/** Tells whether accented letters stand among plain ones, as in every language written in Latin letters. */
function isLatin(sample: Buffer): boolean {
  const text = sample.toString('latin1');
  const words = text.match(/[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g) ?? [];
  const mixed = words.filter(word => /[A-Za-z]/.test(word) || word.length === 1);
  return mixed.length >= words.length / 2;
}

/** Signs in the middle of words and capitals after small letters show that letters of another alphabet were misread. */
const misread =
  /\p{L}[^\p{L}\p{M}\s\x00-\x7f\u2010-\u201d\xb7\xad]\p{L}|[\ufffd\x80-\x9f]|(?<!\p{L})[¥£¿¡³¹ª¼¾]\p{Ll}|\p{Ll}(?![A-Z])\p{Lu}/gu;

/** The accented letters of each language, listed by the encoding its texts used before Unicode. */
const western = [
  'éèêëàâäçîïôöùûüÿœæ',
  'äöüßéè',
  'áéíóúñü',
  'áâãàçéêíóôõúü',
  'àèéìòùîó',
  'æøåéöäü',
  'áéíóúýþæöð',
  'ëéïóöüèê',
  'àçèéíïòóúü',
  // This is Turkish, misread as Western European.
  'ðýþçöüâîû',
];
const central = ['áčďéěíňóřšťúůýž', 'áäčďéíľňóôšťúýž', 'ąćęłńóśźż', 'čćđšž'];
const centralOnly = /[čćďđěľłńňřśšťůźžżąę]/g;
const sure = 0.97;
const latins = [
  { encoding: 'windows-1252', languages: western },
  { encoding: 'windows-1250', languages: central },
  { encoding: 'iso-8859-2', languages: central },
  { encoding: 'macintosh', languages: western },
];

/** Rates from 0 to 1 how many of a text's letters belong to the one language that has most of them. */
function rateLanguage(text: string, languages: string[]): number {
  const letters = text.toLowerCase().match(/[^\P{L}a-z]/gu) ?? [];
  if (!letters.length) return 1;
  const most = Math.max(
    ...languages.map(language => letters.filter(letter => language.includes(letter)).length),
  );
  return most / letters.length;
}

function guessLatinEncoding(sample: Buffer): string {
  const readings = latins.map(({ encoding, languages }) => {
    const text = iconv.decode(sample, encoding);
    return {
      encoding,
      text,
      faults: text.match(misread)?.length ?? 0,
      sense: rateLanguage(text, languages),
    };
  });
  const fewest = Math.min(...readings.map(({ faults }) => faults));
  const [first, ...others] = readings.filter(({ faults }) => faults === fewest);
  const best =
    others.find(
      ({ text, sense, encoding }) =>
        encoding !== 'macintosh' &&
        sense > sure &&
        first!.sense < sure &&
        new Set(text.toLowerCase().match(centralOnly)).size > 1,
    ) ?? first!;
  if (best.encoding !== 'windows-1252') return best.encoding;
  if (/[ðýþÝÞÐ]/.test(best.text) && !/[áéíóúæÁÉÍÓÚÆ]/.test(best.text)) return 'windows-1254';
  const [guess] = analyse(sample);
  return guess && /^(ISO-8859-2|windows-1250)$/.test(guess.name) && guess.confidence >= 60
    ? guess.name
    : best.encoding;
}

const enough = 64 * 1024;

/** Guesses the likeliest encoding of text that is not Unicode. */
export function guessEncoding(bytes: Buffer): string {
  const sample = bytes.subarray(0, enough);
  let [best, score] = ['', 0.75];
  for (const [encoding, usual] of everyday) {
    const found = ratePairs(sample, encoding, usual);
    if (found > score + (best ? better : 0)) [best, score] = [encoding, found];
  }
  if (best) return best;
  if (isLatin(sample)) return guessLatinEncoding(sample);
  [best, score] = ['', 0.4];
  for (const script of scripts) {
    const found = rateScript(sample, script);
    if (found > score) [best, score] = [script[0], found];
  }
  return best || guessLatinEncoding(sample);
}
