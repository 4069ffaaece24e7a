import { describe, expect, it } from 'vitest';
import type { DrawnPage } from './testing/draw-pdf.ts';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

describe('tables', () => {
  const xs = [72, 220, 300, 380];

  it('keep number signs with the figures after them', async () => {
    const { text } = await readDrawn(
      one(
        row(80, [72, 130, 230, 330], ['Time', 'Race', 'Event', 'Place'], 'bold'),
        [1, 2, 3, 4, 5].flatMap(at => [
          ...row(
            80 + 14 * at,
            [72, 130, 140, 152, 230, 330],
            [`3${at}.90`, 'F', '#', `${at}B`, 'Free', `${at + 6}`],
          ),
        ]),
      ),
    );
    expect(text).toContain('| 31.90 | F # 1B | Free | 7 |');
  });

  it('keep group names between their rows', async () => {
    const { text } = await readDrawn(
      one(
        row(80, xs, ['Name', 'Time', 'Place', 'Points'], 'bold'),
        { x: 60, y: 98, text: 'Swimmers of the first group (10)', font: 'bold' },
        row(112, xs, ['Ada', '37.90', '14', '3']),
        row(126, xs, ['Bob', '44.05', '12', '5']),
        { x: 60, y: 144, text: 'Swimmers of the second group (11)', font: 'bold' },
        row(158, xs, ['Eve', '51.78', '11', '7']),
        row(172, xs, ['Max', '36.30', '10', '9']),
      ),
    );
    expect(text).toContain('| Name | Time | Place | Points |');
    expect(text).toMatch(
      /\| \*\*Swimmers of the second group \(11\)\*\* \| {2}\| {2}\| {2}\|\n\| Eve \| 51\.78/,
    );
  });

  it('keep currency symbols with their figures', async () => {
    const { text } = await readDrawn(
      one(
        row(80, [72, 240, 255, 340, 355], ['', '', '2025', '', '2024']),
        row(94, [72, 240, 255, 340, 355], ['Cash in hand', '$', '1,200', '$', '1,100']),
        row(108, [72, 240, 255, 340, 355], ['Receivables', '', '310', '', '290']),
        row(122, [72, 240, 255, 340, 355], ['Inventories', '', '450', '', '470']),
        row(136, [72, 240, 255, 340, 355], ['Total assets', '$', '1,960', '$', '1,860']),
      ),
    );
    expect(text).toContain('| Cash in hand | $ 1,200 | $ 1,100 |');
    expect(text).toContain('| Receivables | 310 | 290 |');
  });

  it('keep the words of a header together if only the first stands above figures', async () => {
    const at = [72, 140, 220, 300];
    const { text } = await readDrawn(
      one(
        row(60, at, ['Month', 'Rain', 'Flow', 'Remark'], 'mono'),
        row(60, [168, 248], ['(mm)', '(litres)'], 'mono'),
        ...['January', 'February', 'March', 'April'].map((month, index) =>
          row(74 + 14 * index, at, [month, `${78 - index}`, `${2 + index}`, 'ice at the banks'], 'mono'),
        ),
      ),
    );
    expect(text).toContain('| Month | Rain (mm) | Flow (litres) | Remark |');
  });

  it('join currency symbols of the first row only, and lines whose brackets close on the next line', async () => {
    const at = [72, 250, 262, 350, 362];
    const { text } = await readDrawn(
      one(
        row(60, at, ['Short-term loans', '$', '5,129,295', '$', '5,819,787']),
        row(74, at, ['Maturities of loans', '', '14,117', '', '77,493']),
        row(88, at, ['Taxes payable', '', '6,802,454', '', '3,525,153']),
        row(102, at, ['Other payables', '', '1,002,454', '', '1,525,153']),
        prose(200),
        row(286, [72, 220, 380], ['Place', 'Code', 'Number']),
        row(300, [72, 220, 380], ['Cayman Islands', '3942', 'Not Applicable']),
        row(314, [72, 220, 380], ['(State or other', '(Primary Standard', '(I.R.S. Employer']),
        row(326, [72, 220, 380], ['jurisdiction)', 'Code Number)', 'Number)']),
        row(340, [72, 220, 380], ['Delaware', '3944', '12-34567']),
      ),
    );
    expect(text).toContain('| Short-term loans | $ 5,129,295 | $ 5,819,787 |');
    expect(text).toContain(
      '| (State or other jurisdiction) | (Primary Standard Code Number) | (I.R.S. Employer Number) |',
    );
  });

  it('have the names of columns that stand as close as words, and figures close to the names of rows', async () => {
    const at = [72, 122, 146, 170, 194];
    const { text } = await readDrawn(
      one(
        row(80, [72, 122, 141, 170, 192.4], ['Town', 'Spr', 'Sum', 'Aut', 'Win'], 'bold'),
        row(94, at, ['Oldbury', '101', '103', '110', '131']),
        row(108, at, ['Newham', '177', '181', '190', '192']),
        row(122, at, ['Longmead', '212', '215', '209', '221']),
        row(136, at, ['Eastgate', '205', '198', '187', '176']),
        prose(170),
      ),
    );
    expect(text).toContain('| Town | Spr | Sum | Aut | Win |');
    expect(text).toContain('| Longmead | 212 | 215 | 209 | 221 |');
  });

  it('are not made of text with wide spaces, whose words are parted at the ends of lines', async () => {
    const { text } = await readDrawn(
      one(
        prose(60, 2),
        row(84, [72, 104], ['ered', 'time and war for so long']),
        row(96, [72, 104], ['that', 'historians remain igno-']),
        row(108, [72, 104], ['rant', 'of its origins. They be-']),
        row(120, [72, 104], ['lieve', 'it may have grown']),
      ),
    );
    expect(text).not.toContain('|');
  });

  it('continue over pages with one header', async () => {
    const head = row(60, xs, ['Town', 'Sacks', 'Carts', 'Men'], 'bold');
    const rows = (from: number) =>
      Array.from({ length: 5 }, (_, at) =>
        row(74 + 14 * at, xs, [
          `Town ${from + at}`,
          `${17 * (from + at)}`,
          `${(from + at) ** 2}`,
          `${29 - from - at}`,
        ]),
      ).flat();
    const { text, document } = await readDrawn([
      { texts: [...head, ...rows(1)] },
      { texts: [...head, ...rows(6)] },
    ]);
    const tables = document.blocks.filter(block => block.kind === 'table');
    expect(tables).toHaveLength(1);
    expect(tables[0]!.rows).toHaveLength(11);
    expect(tables[0]!.places.map(({ page }) => page)).toEqual([1, 2]);
    expect(text.match(/Town \| Sacks/g)).toHaveLength(1);
  });

  it('have grouped headers as spans', async () => {
    const lines = [80, 96, 112, 128, 144];
    const rules: DrawnPage['rules'] = [
      ...lines.map((y): [number, number, number, number] => [70, y, y === 96 ? 330 : 330, y]),
      [70, 80, 70, 144],
      [150, 80, 150, 144],
      [240, 96, 240, 144],
      [330, 80, 330, 144],
    ];
    const { text } = await readDrawn([
      {
        texts: [
          ...row(92, [75, 200], ['Mill', 'Sacks']),
          ...row(108, [75, 155, 245], ['', 'wheat', 'rye']),
          ...row(124, [75, 155, 245], ['North', '12', '7']),
          ...row(140, [75, 155, 245], ['South', '9', '4']),
        ],
        rules,
      },
    ]);
    expect(text).toContain('<th colspan="2">Sacks</th>');
    expect(text).toMatch(/<td>North<\/td><td>12<\/td><td>7<\/td>/);
  });

  it('have grouped headers as spans with only horizontal rules, or none', async () => {
    const at = [72, 150, 200, 270, 320];
    const body = [
      ...row(88, at, ['Mill', '2024', '2025', '2024', '2025']),
      ...['Upper', 'Lower', 'Old', 'New'].flatMap((mill, index) =>
        row(104 + 14 * index, at, [mill, `1,${index}00`, `9${index}0`, `4${index}`, `3${index}`]),
      ),
    ];
    const rules: DrawnPage['rules'] = [60, 92, 150].map(y => [72, y, 345, y]);
    const parts: DrawnPage['rules'] = [
      [148, 77, 226, 77],
      [268, 77, 345, 77],
    ];
    const pages: DrawnPage[] = [
      { texts: [...row(73, [172, 298], ['Wheat', 'Rye']), ...body], rules: [...rules, ...parts] },
      { texts: [...row(73, [150, 270], ['Wheat', 'Rye']), ...body], rules: [...rules, ...parts] },
      { texts: [...row(73, [172, 298], ['Wheat', 'Rye']), ...body] },
    ];
    for (const page of pages) {
      const { text } = await readDrawn([page]);
      expect(text).toContain('<tr><th></th><th colspan="2">Wheat</th><th colspan="2">Rye</th></tr>');
      expect(text).toContain('<tr><th>Mill</th><th>2024</th><th>2025</th><th>2024</th><th>2025</th></tr>');
      expect(text).toContain('<tr><td>Upper</td><td>1,000</td><td>900</td><td>40</td><td>30</td></tr>');
    }
  });

  it('keep the lines of a cell together', async () => {
    const { text } = await readDrawn(
      one(
        row(80, [72, 260, 340], ['Item', 'Count', 'Price'], 'bold'),
        row(94, [72, 260, 340], ['A wheel with all that it', '8', '120.00']),
        row(106, [72], ['takes to build it']),
        row(124, [72, 260, 340], ['Gears', '40', '2.50']),
        row(142, [72, 260, 340], ['Stones', '2', '75.10']),
      ),
    );
    expect(text).toContain('| A wheel with all that it takes to build it | 8 | 120.00 |');
  });

  it('have one row between two rules, however many lines its cells have', async () => {
    const rules = [72, 90, 130, 166].map((y): [number, number, number, number] => [70, y, 330, y]);
    const { text } = await readDrawn([
      {
        texts: [
          ...row(85, [150, 250], ['Wheel', 'Stone'], 'bold'),
          ...row(102, [75, 150, 250], ['Built', 'by the first', 'later, by']),
          ...row(114, [75, 150, 250], ['Anew', 'miller and', 'his son']),
          ...row(126, [150], ['his guests']),
          ...row(142, [75, 150, 250], ['Broken', 'in the flood', 'never at all,']),
          ...row(154, [75, 250], ['Down', 'it seems']),
        ],
        rules,
      },
    ]);
    expect(text).toContain('| Built Anew | by the first miller and his guests | later, by his son |');
    expect(text).toContain('| Broken Down | in the flood | never at all, it seems |');
  });

  it('have a shaded header above ruled rows, and adjacent parts are joined', async () => {
    const xs = [70, 150, 230, 310];
    const grid = (top: number, bottom: number): [number, number, number, number][] => [
      ...[top, (top + bottom) / 2, bottom].map((y): [number, number, number, number] => [70, y, 310, y]),
      ...xs.map((x): [number, number, number, number] => [x, top, x, bottom]),
    ];
    const { text } = await readDrawn([
      {
        areas: [0, 1, 2].map(at => ({
          x: 70 + 80 * at,
          y: 80,
          width: 80,
          height: 16,
          colour: '0.3 0.3 0.3',
        })),
        texts: [
          ...row(92, [75, 155, 235], ['Mill', 'Wheat', 'Rye']).map(text => ({ ...text, colour: '1 1 1' })),
          ...row(112, [75, 155, 235], ['North', '12', '7']),
          ...row(128, [75, 155, 235], ['South', '9', '4']),
          ...row(152, [75, 155, 235], ['East', '5', '3']),
          ...row(168, [75, 155, 235], ['West', '8', '6']),
        ],
        rules: [...grid(100, 132), ...grid(140, 172)],
      },
    ]);
    expect(text).toContain(
      '| Mill | Wheat | Rye |\n| --- | --- | --- |\n| North | 12 | 7 |\n| South | 9 | 4 |\n| East | 5 | 3 |\n| West | 8 | 6 |',
    );
  });

  it('are not made of authors side by side', async () => {
    const { text } = await readDrawn(
      one(
        row(80, [72, 240, 400], ['Ada Miller', 'Ben Stone', 'Cleo Wheel'], 'bold'),
        row(92, [72, 240, 400], ['Mill House', 'Stone House', 'Wheel House']),
        row(104, [72, 240, 400], ['ada@mill.test', 'ben@stone.test', 'cleo@wheel.test']),
        prose(140, 6),
      ),
    );
    expect(text).not.toContain('|');
  });

  it('are not made of the axes of a chart', async () => {
    const { text } = await readDrawn(
      one(
        prose(60),
        ...[500, 400, 300, 200, 100, 0].map((value, at) =>
          row(130 + 20 * at, [72, 320], [`${value}`, `${value}`]),
        ),
        prose(300),
      ),
    );
    expect(text).not.toContain('|');
  });

  it('keep section headings, names and wrapped lines in the first column with their figures', async () => {
    const at = [72, 330, 430];
    const { text } = await readDrawn(
      one(
        row(60, at, ['', 'March 31, 2026', 'March 31, 2025']),
        row(74, at, ['ASSETS']),
        row(88, at, ['Current assets:']),
        row(102, at, ['Cash in hand', '15,800', '10,478']),
        row(116, at, ['Inventories', '117', '125']),
        row(130, at, ['Total assets', '15,917', '10,603']),
        row(158, at, ['EQUITY']),
        row(172, at, ['Ordinary shares of one euro, a hundred issued']),
        row(184, at, ['and outstanding at the end of the year', '38,554', '35,141']),
        row(198, at, ['Retained earnings', '31,387', '24,132']),
        row(212, at, ['Total equity', '69,941', '59,273']),
      ),
    );
    expect(text.trim().split('\n')).toEqual([
      '|  | March 31, 2026 | March 31, 2025 |',
      '| --- | --- | --- |',
      '| ASSETS |  |  |',
      '| Current assets: |  |  |',
      '| Cash in hand | 15,800 | 10,478 |',
      '| Inventories | 117 | 125 |',
      '| Total assets | 15,917 | 10,603 |',
      '| EQUITY |  |  |',
      '| Ordinary shares of one euro, a hundred issued and outstanding at the end of the year | 38,554 | 35,141 |',
      '| Retained earnings | 31,387 | 24,132 |',
      '| Total equity | 69,941 | 59,273 |',
    ]);
  });

  it('split rows without vertical lines where other rows have them', async () => {
    const lines = [70, 90, 110, 130];
    const { text } = await readDrawn([
      {
        texts: [
          ...row(84, [76, 206, 336], ['Week', 'Duration', 'Pulse'], 'bold'),
          ...row(104, [76, 206, 336], ['1', '15 minutes', '120']),
          ...row(124, [76, 206, 336], ['2', '20 minutes', '130']),
        ],
        rules: [
          ...lines.map((y): [number, number, number, number] => [70, y, 460, y]),
          ...[70, 460].map((x): [number, number, number, number] => [x, 70, x, 130]),
          ...[200, 330].map((x): [number, number, number, number] => [x, 90, x, 130]),
        ],
      },
    ]);
    expect(text).toContain('| Week | Duration | Pulse |');
  });

  const grid = (xs: number[], ys: number[]): [number, number, number, number][] => [
    ...ys.map((y): [number, number, number, number] => [xs[0]!, y, xs.at(-1)!, y]),
    ...xs.map((x): [number, number, number, number] => [x, ys[0]!, x, ys.at(-1)!]),
  ];

  it('have the title above them on an otherwise empty page, and rotated column headers', async () => {
    const { text } = await readDrawn([
      {
        texts: [
          { x: 70, y: 60, text: 'Results', size: 18, font: 'bold' },
          { x: 96, y: 130, text: 'Amount', turn: 90 },
          { x: 136, y: 130, text: 'Weight', turn: 90 },
          ...row(130, [160], ['Name']),
          ...row(150, [86, 126, 160], ['1', '2', 'Flour']),
          ...row(170, [86, 126, 160], ['3', '4', 'Bran']),
        ],
        rules: grid([76, 116, 156, 260], [80, 136, 156, 176]),
      },
    ]);
    expect(text).toContain('# Results\n');
    expect(text).toContain('| Amount | Weight | Name |');
  });

  it('keep a row that begins with a number at the bottom of the page', async () => {
    const ys = Array.from({ length: 9 }, (_, at) => 640 + 20 * at);
    const { text } = await readDrawn([
      {
        texts: ys
          .slice(0, -1)
          .flatMap((y, at) => row(y + 14, [86, 126], [`${at + 1}`, `Item ${at + 1} here`])),
        rules: grid([76, 116, 300], ys),
      },
    ]);
    expect(text).toContain('| 8 | Item 8 here |');
  });
});
