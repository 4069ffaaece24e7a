import { ifValid, type Kind, keepDigits, listDigits, passesLuhn } from './kinds.ts';

const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** Applies the check of ISO 7064 with the moduli 11 and 10. */
function passesMod1110(digits: readonly number[]): boolean {
  const rest = digits.slice(0, -1).reduce((product, digit) => {
    const sum = (digit + product) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - rest) % 10 === digits.at(-1);
}

/** Returns true if one or two digits are repeated, none more than three times, as in a German tax number. */
const repeatsRightly = (digits: readonly number[]): boolean => {
  const counts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    digit => digits.slice(0, 10).filter(one => one === digit).length,
  );
  return counts.some(count => count === 2 || count === 3) && counts.every(count => count <= 3);
};

function isFrenchNumber(candidate: string): boolean {
  const plain = candidate.replaceAll(/\s/g, '').toUpperCase();
  const number = BigInt(plain.slice(0, 13).replace('2A', '19').replace('2B', '18'));
  return 97n - (number % 97n) === BigInt(plain.slice(13));
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const isSpanishNumber = (candidate: string): boolean => {
  const plain = candidate.replaceAll(/[\s.-]/g, '').toUpperCase();
  const number = Number(plain.slice(0, -1).replace(/^[XYZ]/, letter => String('XYZ'.indexOf(letter))));
  return spanishLetters[number % 23] === plain.at(-1);
};

const italianOdd = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];
const isItalianCode = (candidate: string): boolean => {
  const values = [...candidate.toUpperCase()].map(sign =>
    /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65,
  );
  const sum = values
    .slice(0, 15)
    .reduce((total, value, at) => total + (at % 2 ? value : italianOdd[value]!), 0);
  return sum % 26 === values[15];
};

const isBelgianNumber = (candidate: string): boolean => {
  const digits = keepDigits(candidate);
  const [number, rest] = [Number(digits.slice(0, 9)), Number(digits.slice(9))];
  return 97 - (number % 97) === rest || 97 - ((number + 2_000_000_000) % 97) === rest;
};

const isSwissNumber = (candidate: string): boolean => {
  const digits = listDigits(candidate);
  return weigh(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
};

const isPolishNumber = (candidate: string): boolean =>
  /^\d\d(?:[02468][1-9]|[13579][0-2])[0-3]\d/.test(candidate) &&
  weigh(listDigits(candidate), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;

/** Computes the last two digits of a Brazilian number from those before. */
const isBrazilianNumber = (candidate: string): boolean => {
  const digits = listDigits(candidate);
  const check = (count: number) =>
    ((10 * digits.slice(0, count).reduce((sum, digit, at) => sum + (count + 1 - at) * digit, 0)) % 11) % 10;
  return new Set(digits).size > 1 && check(9) === digits[9] && check(10) === digits[10];
};

const isNorwegianNumber = (candidate: string): boolean => {
  const digits = listDigits(candidate);
  return (
    weigh(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weigh(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
};

const isAustrianNumber = (candidate: string): boolean => {
  const digits = listDigits(candidate);
  return weigh(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digits[3];
};

const isCzechNumber = (candidate: string): boolean => {
  const number = keepDigits(candidate);
  return (Number(number.slice(0, 9)) % 11) % 10 === Number(number[9]);
};

const finnishSigns = '0123456789ABCDEFHJKLMNPRSTUVWXY';
const isFinnishNumber = (candidate: string): boolean => {
  const number = Number(candidate.slice(0, 6) + candidate.slice(7, 10));
  return finnishSigns[number % 31] === candidate.at(-1)!.toUpperCase();
};

const isIrishNumber = (candidate: string): boolean => {
  const second = candidate.charCodeAt(8) & 31;
  const sum = weigh(listDigits(candidate), [8, 7, 6, 5, 4, 3, 2]) + 9 * (second || 0);
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === candidate[7]!.toUpperCase();
};

const dayAndMonth = '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])';

/** Numbers by which countries know people. Each has separators of its own or a check digit, so that few others are taken for one. */
export const nationalIds: readonly Kind[] = [
  // United States (SSN)
  { source: '(?<![\\d-])(?!000|666|9)\\d{3}([- ])(?!00)\\d{2}\\1(?!0000)\\d{4}(?![\\d-])' },
  // United Kingdom (NINO)
  {
    source:
      '(?<!\\w)(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D](?!\\w)',
  },
  // France (NIR)
  {
    source:
      '(?<!\\d)[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}(?!\\d)',
    parts: ifValid(isFrenchNumber),
  },
  // Spain (DNI, NIE)
  {
    source: '(?<!\\w)(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3}|[XYZ]-?\\d{7})[- ]?[A-Z](?!\\w)',
    parts: ifValid(isSpanishNumber),
  },
  // Italy (codice fiscale)
  {
    source: '(?<!\\w)[A-Z]{6}\\d{2}[A-EHLMPRST]\\d{2}[A-Z]\\d{3}[A-Z](?!\\w)',
    parts: ifValid(isItalianCode),
  },
  // Germany (tax identification number)
  {
    source: '(?<!\\d)[1-9]\\d ?\\d{3} ?\\d{3} ?\\d{3}(?!\\d)',
    parts: ifValid(
      candidate => passesMod1110(listDigits(candidate)) && repeatsRightly(listDigits(candidate)),
    ),
  },
  // Belgium (national register)
  { source: '(?<!\\d)\\d{2}\\.?\\d{2}\\.?\\d{2}-?\\d{3}\\.?\\d{2}(?!\\d)', parts: ifValid(isBelgianNumber) },
  // Switzerland (AHV)
  { source: '(?<!\\d)756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}(?!\\d)', parts: ifValid(isSwissNumber) },
  // Poland (PESEL)
  { source: '(?<!\\d)\\d{11}(?!\\d)', parts: ifValid(isPolishNumber) },
  // Sweden (personnummer)
  {
    source: '(?<!\\d)(?:19|20)?\\d{2}(?:0\\d|1[0-2])[0-3]\\d[-+]\\d{4}(?!\\d)',
    parts: ifValid(candidate => passesLuhn(listDigits(candidate).slice(-10))),
  },
  // Brazil (CPF)
  { source: '(?<!\\d)\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}(?!\\d)', parts: ifValid(isBrazilianNumber) },
  // Norway (fødselsnummer)
  { source: `(?<!\\d)${dayAndMonth}\\d{2} ?\\d{5}(?!\\d)`, parts: ifValid(isNorwegianNumber) },
  // Denmark (CPR)
  { source: `(?<![\\d-])${dayAndMonth}\\d{2}-\\d{4}(?![\\d-])` },
  // Finland (henkilötunnus)
  { source: `(?<!\\w)${dayAndMonth}\\d{2}[-+A-FU-Y]\\d{3}[0-9A-Y](?!\\w)`, parts: ifValid(isFinnishNumber) },
  // Austria (social insurance)
  { source: `(?<![\\d-])[1-9]\\d{3} ?${dayAndMonth}\\d{2}(?![\\d-])`, parts: ifValid(isAustrianNumber) },
  // Czechia and Slovakia (rodné číslo)
  {
    source: '(?<![\\d/])\\d{2}[0-8]\\d[0-3]\\d/\\d{4}(?![\\d/])',
    parts: ifValid(isCzechNumber),
  },
  // Ireland (PPS)
  { source: '(?<!\\w)\\d{7}[A-W][A-IW]?(?!\\w)', parts: ifValid(isIrishNumber) },
  // Canada (SIN)
  {
    source: '(?<!\\d[ .,-]?)\\d{3}([- ])\\d{3}\\1\\d{3}(?![ .,-]?\\d)',
    parts: ifValid(candidate => passesLuhn(listDigits(candidate))),
  },
  // Numbers of nine digits are many things, so those of the Netherlands and Portugal are known by the name before them.
  { source: '(?<=\\b(?:BSN|burgerservicenummer|NIF|SSN)\\W{0,3})\\d{3}[ .]?\\d{3}[ .]?\\d{3}(?!\\d)' },
];
