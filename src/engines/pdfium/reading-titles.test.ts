import { describe, expect, it } from 'vitest';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

describe('titles', () => {
  it('side by side are two headings, but a number belongs to its title', async () => {
    const { text } = await readDrawn(
      one(
        prose(60),
        row(120, [72, 320], ['Summary', 'Indicators']).map(part => ({ ...part, size: 14 })),
        prose(140),
        row(220, [72, 130], ['2', 'Wheels']).map(part => ({ ...part, size: 14 })),
        prose(240),
      ),
    );
    expect(text).toMatch(/^#+ Summary$/m);
    expect(text).toMatch(/^#+ Indicators$/m);
    expect(text).toMatch(/^#+ 2 Wheels$/m);
  });

  it('in small capitals or in italics, as in papers of engineers, are headings of two levels', async () => {
    const { text } = await readDrawn(
      one(
        prose(60),
        [
          { x: 217, y: 112, text: 'II. R' },
          { x: 235.4, y: 112, text: 'ELATED', size: 8 },
          { x: 269.5, y: 112, text: 'W' },
          { x: 279, y: 112, text: 'ORK', size: 8 },
        ],
        { x: 72, y: 126, text: 'A. Classical Methods', font: 'italic' },
        prose(138),
        { x: 72, y: 186, text: 'B. Learned Methods', font: 'italic' },
        prose(198),
      ),
    );
    expect(text).toContain('# II. RELATED WORK\n\n## A. Classical Methods\n\nThe wheel');
    expect(text).toContain('## B. Learned Methods');
  });

  it('over three columns and authors side by side over two come before all columns', async () => {
    const column = (x: number, from: number, lines: number, text: string) =>
      Array.from({ length: lines }, (_, at) => ({ x, y: from + 12 * at, text }));
    const { text } = await readDrawn(
      one(
        { x: 250, y: 60, text: 'The Gazette', size: 13, font: 'bold' },
        column(50, 90, 12, 'the wheel turns slowly in our'),
        column(218, 90, 12, 'stream and grinds all the corn'),
        column(386, 90, 12, 'of the village all year long now'),
      ),
    );
    expect(text.indexOf('Gazette')).toBeLessThan(text.indexOf('the wheel'));
    const authors = await readDrawn(
      one(
        row(60, [130, 400], ['Ada Berg', 'Li Wei']),
        row(72, [120, 392], ['Lund University', 'Fudan University']),
        column(50, 110, 12, 'the wheel turns slowly in the stream and grinds'),
        column(320, 110, 12, 'all the corn of the village from year to year so'),
      ),
    );
    expect(authors.text.indexOf('Li Wei')).toBeGreaterThan(authors.text.indexOf('Lund'));
    expect(authors.text.indexOf('Li Wei')).toBeLessThan(authors.text.indexOf('the wheel'));
  });

  it('that are repeated on every page stay on the first one, even if a chart has larger type', async () => {
    const { text } = await readDrawn(
      [1, 2, 3, 4].map(number => ({
        texts: [
          { x: 72, y: 40, text: 'Annual report of the mill', size: 16 },
          ...prose(90, 6),
          ...(number === 1 ? [{ x: 200, y: 400, text: '98 %', size: 30 }] : []),
        ],
      })),
    );
    expect(text.match(/Annual report of the mill/g)).toHaveLength(1);
  });

  it('in the middle of the page are above headings that look the same but are not', async () => {
    const parts = ['Rivers', 'Wheels', 'Stones'];
    const { text } = await readDrawn(
      one(
        { x: 212, y: 60, text: 'Mills of the valley', font: 'bold', size: 12 },
        parts.flatMap((part, at) => [
          { x: 72, y: 90 + 70 * at, text: part, font: 'bold' as const, size: 12 },
          ...prose(105 + 70 * at),
        ]),
      ),
    );
    expect(text).toMatch(/^# Mills of the valley$/m);
    for (const part of parts) expect(text).toMatch(new RegExp(`^## ${part}$`, 'm'));
  });

  it('without a number are above numbered headings that look the same', async () => {
    const parts = ['1. Rivers', '2. Wheels', '3. Stones'];
    const { text } = await readDrawn(
      one(
        { x: 72, y: 60, text: 'Mills of the valley', font: 'bold', size: 12 },
        parts.flatMap((part, at) => [
          { x: 72, y: 90 + 70 * at, text: part, font: 'bold' as const, size: 12 },
          ...prose(105 + 70 * at),
        ]),
      ),
    );
    expect(text).toMatch(/^# Mills of the valley$/m);
    expect(text.match(/^## \d/gm)).toHaveLength(3);
  });
});

describe('columns', () => {
  it('whose lines are at other heights are read one after the other, however short they are', async () => {
    const points = [
      'Implement roles',
      'and separate',
      'the duties',
      'Protect columns',
      'by masks',
      'for all',
    ];
    const texts = (x: number, y: number, gap: number, words: string[], size: number) =>
      words.map((text, at) => ({ x, y: y + gap * at, text, size }));
    const body = Array.from({ length: 9 }, (_, at) => `line ${at} of the text about grinding the corn`);
    const side = Array.from({ length: 9 }, (_, at) => `Made by us ${at}`);
    const { text } = await readDrawn(
      one(
        texts(40, 100, 14, [...points, 'and more', 'of it', 'at last'], 11),
        texts(160, 99, 12, body, 10),
        texts(440, 103, 13, side, 10.5),
      ),
    );
    expect(text).not.toContain('|');
    expect(text.indexOf('at last')).toBeLessThan(text.indexOf('line 0'));
    expect(text.indexOf('line 8')).toBeLessThan(text.indexOf('Made by us 0'));
  });
});

describe('heads of tables', () => {
  it('have all their lines, also those with fewer names than columns', async () => {
    const xs = [80, 200, 420];
    const { text } = await readDrawn(
      one(
        prose(60),
        row(120, xs, ['Building', '', 'Building to be'], 'bold'),
        row(131, xs, ['Number', 'Name', 'Removed'], 'bold'),
        ...['Main Tower', 'East Wing', 'West Wing'].map((name, at) =>
          row(152 + 18 * at, xs, [`B-${at + 1}`, name, at === 1 ? 'Retrofit' : 'Remain']),
        ),
      ),
    );
    expect(text).toContain('| Building Number | Name | Building to be Removed |');
  });

  it('have all words of a name where the figures stand under its last one', async () => {
    const figures = [
      ['Small', '8.3', '420'],
      ['Base', '15.9', '980'],
      ['Large', '41.2', '2310'],
    ];
    const { text } = await readDrawn(
      one(
        prose(60),
        row(120, [80, 150, 230], ['Model', 'Latency (ms)', 'Memory (MB)']),
        ...figures.map(([name, time, size], at) => row(134 + 12 * at, [80, 192, 270], [name!, time!, size!])),
      ),
    );
    expect(text).toContain('| Model | Latency (ms) | Memory (MB) |');
    expect(text).toContain('| Small | 8.3 | 420 |');
  });
});
