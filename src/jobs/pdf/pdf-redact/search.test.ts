import { describe, expect, it } from 'vitest';
import type { PresetId } from './presets.ts';
import { Search } from './search.ts';

function findAll(
  sought: { terms?: string[]; patterns?: string[]; presets?: PresetId[] },
  text: string,
): string[] {
  const search = new Search({ terms: [], patterns: [], presets: [], ...sought }, 1);
  return search.find([text])[0]!.map(([start, length]) => text.slice(start, start + length));
}

describe('what is sought', () => {
  it('is a term in any case, across spaces, and spaced out', () => {
    expect(findAll({ terms: ['Jane Doe'] }, 'JANE  doe, J a n e D o e, Jane Do')).toEqual([
      'JANE  doe',
      'J a n e D o e',
    ]);
    expect(findAll({ terms: ["O'Neil", 'a.b'] }, 'O’Neil axb a.b')).toEqual(['O’Neil', 'a.b']);
  });

  it('is an expression, which is stopped where it takes too long', () => {
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
    ['ip', '10.0.0.255 but 300.1.1.1 and 1.2.3', ['10.0.0.255']],
  ])('is by %s in its form and with its check digits', (preset, text, expected) => {
    expect(findAll({ presets: [preset] }, text).sort()).toEqual(expected.sort());
  });
});
