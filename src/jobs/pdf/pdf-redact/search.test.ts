import { describe, expect, it } from 'vitest';
import { Areas, findInPictures } from './find.ts';
import type { PresetId } from './presets.ts';
import { Search } from './search.ts';

function findAll(
  sought: { terms?: string[]; patterns?: string[]; presets?: PresetId[] },
  text: string,
): string[] {
  const search = new Search({ terms: [], patterns: [], presets: [], ...sought }, 1);
  return search.find([text])[0]!.map(([start, length]) => text.slice(start, start + length));
}

describe('redaction search', () => {
  it('finds a term in any case, across spaces, and letter-spaced', () => {
    expect(findAll({ terms: ['Jane Doe'] }, 'JANE  doe, J a n e D o e, Jane Do')).toEqual([
      'JANE  doe',
      'J a n e D o e',
    ]);
    expect(findAll({ terms: ['Weißer', 'Strasse'] }, 'WEISSER Straße')).toEqual(['WEISSER', 'Straße']);
    expect(findAll({ terms: ["O'Neil", 'a.b'] }, 'O’Neil axb a.b')).toEqual(['O’Neil', 'a.b']);
  });

  it('finds a word of a scan that is hyphenated at the end of a line, once', () => {
    const words = ['to', 'Wolken-', 'stein', 'by'].map((text, at) => ({
      text,
      left: 9 * at,
      right: 9 * at + 8,
      top: 0,
      bottom: 9,
    }));
    const owners = words.flatMap(({ text }, at) => [...Array(text.length).fill(at), -1]);
    const page = { index: 0, text: 'to Wolken-\u2028stein by ', owners, words };
    const areas = new Areas();
    findInPictures([page], new Search({ terms: ['Wolkenstein', 'to'], patterns: [], presets: [] }), areas);
    expect(areas.list()[0]!.drawn.map(([left]) => left)).toEqual([-1, 8, 17]);
    expect(areas.matches).toBe(2);
  });

  it('finds a pattern across lines only where it has space', () => {
    const text = 'Ref: 12\u2028Jane\u2028Doe';
    expect(findAll({ patterns: ['Ref: .*', 'Jane[ ]?Doe', 'Jane Doe'] }, text)).toEqual([
      'Ref: 12',
      'Jane\u2028Doe',
    ]);
  });

  it('finds a pattern, and stops one that takes too long', () => {
    expect(findAll({ patterns: ['\\bINV-\\d+\\b'] }, 'inv-12 INVX')).toEqual(['inv-12']);
    expect(() => findAll({ patterns: ['(a+)+$'] }, `${'a'.repeat(60)}!`)).toThrow(
      expect.objectContaining({ id: 'pattern_too_slow' }),
    );
  });

  it.each<[PresetId, string, string[]]>([
    [
      'email',
      'to jane.doe+x@mail.example.org, {a,b}@uni.edu or @home',
      ['jane.doe+x@mail.example.org', '{a,b}@uni.edu'],
    ],
    ['card', 'paid 4111 1111 1111 1111 12/26, not 4111 1111 1111 1112', ['4111 1111 1111 1111']],
    [
      'iban',
      'DE89 3704 0044 0532 0130 00 and GB82WEST12345698765432, not DE89370400440532013001',
      ['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432'],
    ],
    [
      'phone',
      '+49 30 901820, (212) 555-0123, 020 7946 0958; on 2024-11-17 1,234.56',
      ['+49 30 901820', '(212) 555-0123', '020 7946 0958'],
    ],
    [
      'national-id',
      '078-05-1120 QQ123456C AB123456C 12345678Z 756.9217.0769.85 44051401359',
      ['078-05-1120', 'AB123456C', '12345678Z', '756.9217.0769.85', '44051401359'],
    ],
    [
      'card',
      '5555–5555–5555–4444, 4111.1111.1111.1111, 4111  1111 1111  1111, 3782 822463 10005; 2019 2020 2021 2022, 20 21 22 23 24 25 26 27',
      ['5555–5555–5555–4444', '4111.1111.1111.1111', '4111  1111 1111  1111', '3782 822463 10005'],
    ],
    [
      'iban',
      'IBANDE89 3704 0044 0532 0130 00; No 12 DE 89 3704  0044 0532 0130 00; NO93 8601 1117 947',
      ['DE89 3704 0044 0532 0130 00', 'DE 89 3704  0044 0532 0130 00', 'NO93 8601 1117 947'],
    ],
    [
      'phone',
      '+49 30 1234–5678, (11) 91234-5678, +44 (0)20 7946 0958, 0049 171 1234567, 01.42.68.53.00; 001234567, ISBN 978-3-16-148410-0, 90210-1234',
      ['+49 30 1234–5678', '(11) 91234-5678', '+44 (0)20 7946 0958', '0049 171 1234567', '01.42.68.53.00'],
    ],
    [
      'phone',
      '12. 030 901820 2024-11-17 040 123456, +49 30 901820\u2028(030) 90 18 20, 0171\u20281234567; 4711 0815 47110',
      ['030 901820', '040 123456', '+49 30 901820', '(030) 90 18 20', '0171\u20281234567'],
    ],
    [
      'phone',
      'Tel. 612 345 678, Mobile: 98765 43210, 8 (495) 123-45-67, Tel.030 1234567; 02.01.2024 14:30, 01.01.–31.01.2024, 05/2024 - 06/2024, 09.00-17.00, INV-0123456789, 0000123456, 612 345 678',
      ['612 345 678', '98765 43210', '8 (495) 123-45-67', '030 1234567'],
    ],
    [
      'card',
      'IMEI 356938035643809, EAN 4006381333931, 20240115 20240215, 4242424242424242',
      ['4242424242424242'],
    ],
    [
      'national-id',
      '078–05–1120, 12.345.678-Z, 529.982.247-25, 046 454 286, 070761-4285, 131052-308T, 1237 010180, 780123/3540, 1234567T, BSN: 111222333, 756 9217 0769 85, 52998224725; 111222333, 131052-308U, 1234567A',
      '078–05–1120 12.345.678-Z 529.982.247-25 046_454_286 070761-4285 131052-308T 1237_010180 780123/3540 1234567T 111222333 756_9217_0769_85 52998224725'
        .split(' ')
        .map(number => number.replaceAll('_', ' ')),
    ],
    [
      'ip',
      '10.0.0.255, 2001:db8::1 and fe80::1ff:fe23:4567:890a, but 300.1.1.1, 1.2.3, v1.2.3.4, 10:30:45 and a::b',
      ['10.0.0.255', '2001:db8::1', 'fe80::1ff:fe23:4567:890a'],
    ],
  ])('finds %s by format and check digits', (preset, text, expected) => {
    expect(findAll({ presets: [preset] }, text).sort()).toEqual(expected.sort());
  });
});
