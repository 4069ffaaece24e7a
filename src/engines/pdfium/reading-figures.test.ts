import { describe, expect, it } from 'vitest';
import type { DrawnPage } from './testing/draw-pdf.ts';
import { prose, readDrawn } from './testing/read-drawn.ts';

const listKinds = async (page: DrawnPage) =>
  (await readDrawn([page])).document.blocks.map(({ kind }) => kind);

describe('drawings of lines and areas', () => {
  it('are figures with their labels, between the texts above and below', async () => {
    const bar = (x: number, height: number) => ({
      x,
      y: 250 - height,
      width: 30,
      height,
      colour: '0 0.5 0.5',
    });
    const { document } = await readDrawn([
      {
        texts: [
          ...prose(80),
          { x: 112, y: 262, text: 'North' },
          { x: 160, y: 262, text: 'South' },
          ...prose(320),
        ],
        areas: [bar(110, 80), bar(155, 40), bar(200, 60)],
      },
    ]);
    const figures = document.blocks.filter(({ kind }) => kind === 'figure');
    expect(figures).toHaveLength(1);
    const { box } = figures[0]!.places[0]!;
    expect([box.left, box.top, box.right, box.bottom].map(Math.round)).toEqual([108, 168, 232, 266]);
    const kinds = document.blocks.map(({ kind }) => kind);
    expect([kinds[0], kinds[1], kinds.at(-1)]).toEqual(['paragraph', 'figure', 'paragraph']);
  });

  it('are no figures if they are the ground of text, or pale fields to fill in', async () => {
    const ground = { x: 60, y: 64, width: 460, height: 60, colour: '0.1 0.2 0.4' };
    const field = (y: number) => ({ x: 200, y, width: 120, height: 20, colour: '0.95 0.95 0.97' });
    const kinds = await listKinds({
      texts: [...prose(80), { x: 72, y: 214, text: 'Name' }, { x: 72, y: 244, text: 'Place' }],
      areas: [ground, field(200), field(230), field(260)],
    });
    expect(kinds).not.toContain('figure');
  });
});
