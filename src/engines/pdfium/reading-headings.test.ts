import { describe, expect, it } from 'vitest';
import { plainText } from '../../documents/model.ts';
import { one, prose, readDrawn, sentence } from './testing/read-drawn.ts';

describe('headings', () => {
  it('are recognised by bold type at the size of the text', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 80, text: 'The first wheel', font: 'bold' },
        prose(96),
        { x: 72, y: 150, text: 'The second wheel', font: 'bold' },
        prose(166),
      ),
    );
    expect(text).toMatch(/^# The first wheel\n\nThe wheel turns/);
    expect(text).toMatch(/^# The second wheel$/m);
  });

  it('are recognised by capitals above text', async () => {
    const { text } = await readDrawn(
      one(
        prose(80),
        { x: 72, y: 140, text: 'CALL TO ORDER' },
        prose(152),
        { x: 72, y: 212, text: 'ADJOURNMENT' },
        prose(224),
      ),
    );
    expect(text).toMatch(/^#+ CALL TO ORDER$/m);
    expect(text).toMatch(/^#+ ADJOURNMENT$/m);
  });

  it('are recognised by lettering and italics', async () => {
    const { text } = await readDrawn(
      one(
        prose(80),
        { x: 72, y: 135, text: 'A. Drawing machines', font: 'italic' },
        prose(150),
        { x: 72, y: 205, text: 'B. Writing machines', font: 'italic' },
        prose(220),
      ),
    );
    expect(text).toMatch(/^#+ A\. Drawing machines$/m);
    expect(text).toMatch(/^#+ B\. Writing machines$/m);
  });

  it('have levels by number and size, consistently', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 70, text: 'Mills of the north', size: 22, font: 'bold' },
        { x: 72, y: 110, text: '1 Wheels', size: 14, font: 'bold' },
        prose(130),
        { x: 72, y: 190, text: '1.1 Wooden wheels', size: 12, font: 'bold' },
        prose(210),
        { x: 72, y: 270, text: '2 Stones', size: 14, font: 'bold' },
        prose(290),
      ),
    );
    expect(text.match(/^#+ .*$/gm)).toEqual([
      '# Mills of the north',
      '## 1 Wheels',
      '### 1.1 Wooden wheels',
      '## 2 Stones',
    ]);
  });

  it('are not made of bold words that continue from one line of a sentence to the next', async () => {
    const { text } = await readDrawn(
      one(
        prose(60, 5),
        { x: 72, y: 140, text: 'The wheel turns slowly in the stream, as is told in the book called' },
        { x: 384, y: 140, text: 'The Old Wheel', font: 'bold' },
        {
          x: 72,
          y: 152,
          text: 'of the Upper Mill and All the Corn That It Has Ground in a Year',
          font: 'bold',
        },
        { x: 72, y: 164, text: sentence },
      ),
    );
    expect(text).not.toContain('#');
  });

  it('are recognised by centred capitals', async () => {
    const middle = 'RULES OF THE MILL';
    const { text } = await readDrawn(
      one(prose(60, 5), { x: 235, y: 140, text: middle }, prose(160, 5), { x: 72, y: 240, text: 'NO ENTRY' }),
    );
    expect(text).toMatch(/^# RULES OF THE MILL$/m);
    expect(text).not.toMatch(/^#.*NO ENTRY$/m);
  });

  it('do not include small type beside them', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 60, text: 'Prices of the mill', size: 20 },
        { x: 450, y: 60, text: 'as of 9 April' },
        prose(90, 8),
      ),
    );
    expect(text).toMatch(/^# Prices of the mill$/m);
  });

  it('end at a deliberate line break', async () => {
    const { text } = await readDrawn(
      one(
        { x: 262, y: 70, text: 'MINUTES', size: 16, font: 'bold' },
        { x: 150, y: 89, text: 'Meeting of the board of the mill', size: 16, font: 'bold' },
        prose(140, 6),
      ),
    );
    expect(text).toMatch(/^# MINUTES\n\n#+ Meeting of the board of the mill$/m);
  });

  it('come from the PDF outline', async () => {
    const { text, document } = await readDrawn(
      one(prose(80), { x: 72, y: 135, text: 'A quiet place' }, prose(150)),
      [{ title: 'A quiet place', page: 1 }],
    );
    expect(text).toMatch(/^# A quiet place$/m);
    expect(document.blocks.find(block => block.kind === 'heading')?.source).toBe('outline');
  });

  it('come from a printed table of contents, whose entries become list items', async () => {
    const entries = [
      ['The first wheel', 2],
      ['The builders of it', 2],
      ['The second wheel', 3],
      ['The end of the mill', 3],
    ] as const;
    const { text, document } = await readDrawn([
      {
        texts: [
          { x: 72, y: 60, text: 'Contents', size: 16 },
          ...entries.flatMap(([title, page], at) => [
            { x: at === 1 ? 90 : 72, y: 90 + 14 * at, text: title },
            { x: 250, y: 90 + 14 * at, text: '. '.repeat(40) },
            { x: 500, y: 90 + 14 * at, text: `${page}` },
          ]),
        ],
      },
      {
        texts: [
          { x: 72, y: 60, text: 'The first wheel' },
          ...prose(90, 8),
          { x: 72, y: 220, text: 'The builders of it' },
          ...prose(250, 8),
        ],
      },
      { texts: [{ x: 72, y: 60, text: 'The second wheel' }, ...prose(90, 8)] },
    ]);
    expect(text).toContain(
      '- The first wheel 2\n    - The builders of it 2\n- The second wheel 3\n- The end of the mill 3',
    );
    const headings = document.blocks.flatMap(block =>
      block.kind === 'heading' && block.source === 'outline' ? [[plainText(block.runs), block.level]] : [],
    );
    expect(headings.map(([title]) => title)).toEqual([
      'The first wheel',
      'The builders of it',
      'The second wheel',
    ]);
    expect(Number(headings[1]![1])).toBeGreaterThan(Number(headings[0]![1]));
  });

  it('are not made of phone numbers and signature lines', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 60, text: '12 Mill Lane, Phone: (425) 000-0000', size: 14, font: 'bold' },
        prose(90, 8),
        { x: 72, y: 220, text: 'Signature:', size: 14, font: 'bold' },
        prose(250, 4),
      ),
    );
    expect(text).not.toContain('#');
  });

  it('come from the tags of a tagged document', async () => {
    const { document } = await readDrawn(
      one(
        { x: 72, y: 80, text: 'Of mills', tag: 'H1' },
        prose(96).map(line => ({ ...line, tag: 'P' })),
        { x: 72, y: 150, text: 'Of wheels', tag: 'H2' },
        prose(166).map(line => ({ ...line, tag: 'P' })),
      ),
    );
    const headings = document.blocks.filter(block => block.kind === 'heading');
    expect(headings.map(({ level, source }) => [level, source])).toEqual([
      [1, 'tag'],
      [2, 'tag'],
    ]);
  });

  it('are two headings for two bold lines with a deliberate break', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 70, text: 'BOARD OF THE UPPER MILL', font: 'bold' },
        { x: 72, y: 82, text: 'MINUTES OF THE MEETING', font: 'bold' },
        prose(110, 6),
      ),
    );
    expect(text).toMatch(/^# BOARD OF THE UPPER MILL\n\n# MINUTES OF THE MEETING$/m);
  });

  it('in very large type are joined, wherever their lines break', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 70, text: 'Old mills', size: 24, font: 'bold' },
        { x: 72, y: 98, text: 'Between the Rivers of the North', size: 24, font: 'bold' },
        prose(140, 6),
      ),
    );
    expect(text).toMatch(/^# Old mills Between the Rivers of the North$/m);
  });

  it('do not include names with affiliations or lines above larger type', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 60, text: 'Studies of Mills and Rivers', size: 13, font: 'bold' },
        { x: 72, y: 84, text: 'How a wheel turns', size: 18, font: 'bold' },
        { x: 72, y: 112, text: 'Anna Miller', font: 'bold' },
        { x: 72, y: 124, text: 'University of the Upper Stream' },
        prose(160, 6),
      ),
    );
    expect(text.match(/^#.*$/gm)).toEqual(['# How a wheel turns']);
  });

  it('are the centred lines at the top of a document without other headings', async () => {
    const { text } = await readDrawn(
      one(
        { x: 216, y: 60, text: 'The Mill of Pakenham' },
        { x: 231, y: 72, text: 'List of Wheels' },
        prose(110, 6),
      ),
    );
    expect(text).toMatch(/^# The Mill of Pakenham\n\n# List of Wheels$/m);
  });

  it('are centred lines in text that is bold throughout', async () => {
    const bold = prose(110, 6).map(line => ({ ...line, font: 'bold' as const }));
    const { text } = await readDrawn(
      one({ x: 240, y: 70, text: 'Notice Number 2', font: 'bold', size: 11 }, bold),
    );
    expect(text).toMatch(/^# Notice Number 2$/m);
  });

  it('that look alike are all found if most are', async () => {
    const parts = ['A. Rivers', 'B. Wheels', 'C. Stones', 'D. Corn'];
    const { text } = await readDrawn(
      one(
        parts.flatMap((part, at) => [
          { x: 72, y: 70 + 70 * at, text: part, font: 'italic' as const },
          ...(at === 3 ? [{ x: 72, y: 90 + 70 * at, text: 'None.' }] : prose(85 + 70 * at)),
        ]),
      ),
    );
    expect(text.match(/^#+ [A-D]\..*$/gm)).toHaveLength(4);
  });

  it('do not include the authors below a title, however large', async () => {
    const { text } = await readDrawn(
      one(
        { x: 120, y: 60, text: 'Mills and their streams', size: 20 },
        { x: 140, y: 90, text: 'Ada Miller, Bob Stone and Eve Field', size: 14, font: 'bold' },
        prose(140),
      ),
    );
    expect(text).toContain('# Mills and their streams\n');
    expect(text).not.toMatch(/# Ada/);
  });
});
