import type { TextPiece } from '../layout/content.ts';
import type { Look, TextLook } from '../model.ts';
import { type Body, findMost, readFamily } from './body.ts';

function describeText(pieces: readonly TextPiece[], body: Body): TextLook {
  return {
    font: findMost(pieces, piece => readFamily(piece.font)) ?? body.font,
    size: findMost(pieces, piece => Math.round(piece.size * 2) / 2) ?? body.size,
    bold: findMost(pieces, piece => piece.bold) ?? true,
    colour: findMost(pieces, piece => piece.colour) ?? body.colour,
  };
}

/** Finds how the text and the headings of a document look; undefined if the font of the text is unknown. */
export function findLook(body: Body, headings: ReadonlyMap<TextPiece, number>): Look | undefined {
  if (body.font === '') return undefined;
  const byLevel = Map.groupBy(headings.keys(), piece => headings.get(piece)!);
  return {
    body: { font: body.font, size: body.size, bold: body.bold, colour: body.colour },
    headings: new Map([...byLevel].map(([level, pieces]) => [level, describeText(pieces, body)])),
  };
}
