import { isIPv6 } from 'node:net';
import { ifValid, type Kind, keepDigits, listDigits, passesLuhn, type Span } from './kinds.ts';
import { nationalIds } from './national-ids.ts';

/** Computes the remainder of a number of any length, in which the letters count from A as 10. */
const computeRemainder97 = (text: string): number =>
  [...text.toUpperCase()].reduce((rest, letter) => {
    const value = Number.parseInt(letter, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

/** The numbers of digits by the first digits of the networks that issue cards. Device and serial numbers begin with others. */
const isCard = (digits: string): boolean =>
  /^(?:4(?:\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|3[0689]\d{12}|(?:5[06-8]|6\d)\d{14,17})$/.test(
    digits,
  ) && passesLuhn(listDigits(digits));

/** Finds card numbers among groups of digits. They begin and end with a group, and only their last one may be shorter than three. */
function findCards(candidate: string): Span[] {
  const found: Span[] = [];
  const groups = [...candidate.matchAll(/\d+/g)];
  for (let first = 0; first < groups.length; first++) {
    for (let last = groups.length - 1; last >= first; last--) {
      const [start, end] = [groups[first]!.index, groups[last]!.index + groups[last]![0].length];
      const digits = keepDigits(candidate.slice(start, end));
      if (groups.slice(first, last).some(([group]) => group.length < 3)) continue;
      if (!isCard(digits)) continue;
      found.push([start, end - start]);
      first = last;
      break;
    }
  }
  return found;
}

/** The lengths of account numbers by country. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
    .split(' ')
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function findIban(candidate: string): Span[] {
  const length = ibanLengths[candidate.slice(0, 2).toUpperCase()];
  if (length === undefined) return [];
  let letters = '';
  for (let at = 0; at < candidate.length; at++) {
    if (/[A-Z0-9]/i.test(candidate[at]!)) letters += candidate[at];
    if (letters.length === length) return isIban(letters) ? [[0, at + 1]] : [];
  }
  return [];
}

/** Returns true if the check digits are right. Prose like "No 12 of the list" has too few digits. */
const isIban = (letters: string): boolean =>
  2 * keepDigits(letters).length >= letters.length &&
  computeRemainder97(letters.slice(4) + letters.slice(0, 4)) === 1;

const date =
  '(?:\\d{4}[-./]\\d{1,2}[-./]\\d{1,2}|\\d{1,2} ?[-./] ?\\d{1,2} ?[-./] ?(?:\\d{4}|\\d{2})|\\d{1,2}[./]\\d{4})';
/** A date, a month, or a period: two dates or times with a hyphen between them, of which the first may lack its year. */
const dates = new RegExp(
  `^(?:${date}|(?:${date}|\\d{1,2}\\.\\d{1,2}\\.?) ?- ?(?:${date}|\\d{1,2}\\.\\d{2}))$`,
);
const isDate = (text: string): boolean => dates.test(text);

/**
 * Returns true for a number with a country code, one with a leading zero, as used within most countries, one with an area code in
 * parentheses, one of three, three, two and two digits, as in Russia, and one of three, three and four, as in North America.
 */
function isPhone(candidate: string): boolean {
  const digits = keepDigits(candidate);
  if (isDate(candidate)) return false;
  if (/^\+/.test(candidate)) return digits.length >= 8 && digits.length <= 15;
  if (/^00[1-9]/.test(candidate)) return digits.length >= 10 && digits.length <= 17;
  if (/^\(?0[1-9]/.test(candidate))
    return digits.length >= (digits === candidate ? 9 : 8) && digits.length <= 12;
  if (/^\(\d{2,3}\) ?\d{4,5}[ -]?\d{4}$/.test(candidate)) return true;
  if (/^(?:8[ -]?)?\(?\d{3}\)?[ -]\d{3}-\d{2}-\d{2}$/.test(candidate)) return true;
  return /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/.test(candidate);
}

/**
 * Finds the phone numbers in a candidate that is one, or that consists of several, with dates between them and perhaps the number of a
 * row before them.
 */
function findPhones(candidate: string): Span[] {
  const groups = [...candidate.matchAll(/\S+/g)].map(({ 0: group, index }) => ({
    start: index,
    end: index + group.length,
  }));
  const read = (from: number): Span[] | undefined => {
    if (from === groups.length) return [];
    const { start, end } = groups[from]!;
    if (isDate(candidate.slice(start, end))) return read(from + 1);
    for (let last = groups.length - 1; last >= from; last--) {
      const part = candidate.slice(start, groups[last]!.end);
      const isSkipped = isDate(part) || (from === 0 && /^\d{1,3}\.?$/.test(part));
      if (!isSkipped && !isPhone(part)) continue;
      const others = read(last + 1);
      if (others) return isSkipped ? others : [[start, part.length], ...others];
    }
    return undefined;
  };
  return read(0) ?? [];
}

const phoneNames =
  'tel|tele(?:ph|f)oo?n[eo]?|tél(?:éphone)?|teléfono|telefone|tlf|phone|mob(?:ile?)?|móvil|cell(?:ulare)?|handy|gsm|fax|puh|тел|телефон|电话|電話|手机|携帯';

const isNamedPhone = (candidate: string): boolean => {
  const { length } = keepDigits(candidate);
  return length >= 7 && length <= 15 && !isDate(candidate);
};

const isAddress = (text: string): boolean => text.split('.').every(part => Number(part) < 256);

export const presets = {
  email: {
    title: 'E-mail addresses',
    kinds: [
      {
        source:
          "(?:\\{[^{}@]{1,300}\\}|[\\p{L}\\p{N}._%+'-]{1,64})@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){0,5}\\.\\p{L}{2,24}",
      },
    ],
  },
  phone: {
    title: 'Phone numbers',
    kinds: [
      {
        source:
          '(?<!\\d|\\d[.,]|[\\p{L}\\d][-_])(?:\\+|00)?\\(?\\d{1,5}\\)?(?:[ .\\/-]{0,3}\\(?\\d{1,5}\\)?){1,11}(?!\\d|[.,:]\\d)',
        parts: findPhones,
      },
      // Without a country code or a leading zero, the name before a number tells what it is.
      {
        source: `(?<=(?<!\\p{L})(?:${phoneNames})(?:[ -]?(?:no|nr|num|number|nummer))?\\W{0,4})\\d{1,5}(?:[ ./-]?\\(?\\d{1,5}\\)?){1,6}(?!\\d|[.,]\\d)`,
        parts: ifValid(isNamedPhone),
      },
    ],
  },
  card: {
    title: 'Card numbers',
    kinds: [
      { source: '(?<!\\d)\\d{1,19}(?:[ -]\\d{1,19}){0,9}(?!\\d)', parts: findCards },
      // Dots and wider spaces separate only the groups that are printed on cards.
      { source: '(?<!\\d)(?!\\d{4}(?: \\d{4}){3})\\d{4}(?:[ .]{1,3}\\d{4}){3}(?!\\d)', parts: findCards },
      { source: '(?<!\\d)(?!\\d{4} \\d{6} )\\d{4}[ .]{1,3}\\d{6}[ .]{1,3}\\d{5}(?!\\d)', parts: findCards },
    ],
  },
  iban: {
    title: 'Bank account numbers (IBAN)',
    kinds: [
      {
        source: '(?:(?<![A-Z0-9])|(?<=IBAN))[A-Z]{2} ?\\d{2}(?:[ .-]{0,2}[A-Z0-9]){11,30}',
        parts: findIban,
        head: 2,
      },
    ],
  },
  'national-id': { title: 'National identity numbers', kinds: nationalIds },
  ip: {
    title: 'IP addresses',
    kinds: [
      // The number of a version ("v1.2.3.4") is no address.
      {
        source: '(?<![\\d.]|\\bv)\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\d|\\.\\d)',
        parts: ifValid(isAddress),
      },
      {
        source: '(?<![\\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\\w:])',
        parts: ifValid(text => /\d/.test(text) && isIPv6(text)),
      },
    ],
  },
} as const satisfies Record<string, { title: string; kinds: readonly Kind[] }>;

export type PresetId = keyof typeof presets;
export const presetIds = Object.keys(presets) as PresetId[];
