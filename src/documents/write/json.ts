import { splitBefore } from '../../lists.ts';
import type { Box } from '../boxes.ts';
import { type Block, type Document, isFurniture, plainText, type Run, schemaVersion } from '../model.ts';

const round = (value: number): number => Math.round(value * 100) / 100;

/** A box as callers write and read it: points from the upper left corner of the page as it is shown. */
export const presentBox = ({ left, top, right, bottom }: Box) => ({
  x: round(left),
  y: round(top),
  width: round(right - left),
  height: round(bottom - top),
});

export const presentPlaces = ({ places }: Block) =>
  places.map(({ page, box }) => ({ page, ...presentBox(box) }));

/** Joins the runs of each formula to one. */
const joinFormulas = (runs: readonly Run[]): Run[] =>
  splitBefore(runs, (run, before) => run.latex === undefined || run.latex !== before.latex).map(
    ([first, ...others]) =>
      others.length === 0 ? first : { text: plainText([first, ...others]), latex: first.latex! },
  );

const presentRuns = (runs: readonly Run[]) =>
  runs.some(run => Object.keys(run).length > 1) ? { runs: joinFormulas(runs) } : {};

/** Presents the fields of a block that depend on its kind. */
function presentContent(block: Block): object {
  switch (block.kind) {
    case 'table':
      return {
        headerRows: block.headerRows,
        ...(block.caption && { caption: plainText(block.caption) }),
        rows: block.rows.map(row =>
          row.map(({ runs, columns, rows }) => ({
            text: plainText(runs),
            ...(columns > 1 && { columnSpan: columns }),
            ...(rows > 1 && { rowSpan: rows }),
          })),
        ),
      };
    case 'figure':
      return {
        ...(block.caption && { caption: plainText(block.caption) }),
        ...(block.alt !== undefined && { alt: block.alt }),
        ...(block.file !== undefined && { file: block.file }),
      };
    case 'code':
      return { text: block.text };
    case 'heading':
      return { level: block.level, text: plainText(block.runs), ...presentRuns(block.runs) };
    case 'list-item':
      return {
        depth: block.depth,
        ordered: block.ordered,
        marker: block.marker,
        text: plainText(block.runs),
        ...presentRuns(block.runs),
      };
    case 'footnote':
      return { marker: block.marker, text: plainText(block.runs), ...presentRuns(block.runs) };
    case 'formula':
      return {
        text: plainText(block.runs),
        ...(block.latex !== undefined && { latex: block.latex }),
        ...presentRuns(block.runs),
      };
    default:
      return { text: plainText(block.runs), ...presentRuns(block.runs) };
  }
}

/** Writes a document as JSON, which `docs/understanding.md` describes. */
export function writeJson(document: Document): string {
  const blocks = document.blocks.map((block, index) => ({
    id: index + 1,
    kind: block.kind,
    ...(isFurniture(block) && { content: false }),
    places: presentPlaces(block),
    direction: block.direction,
    source: block.source,
    ...(block.confidence !== undefined && { confidence: round(block.confidence) }),
    ...presentContent(block),
  }));
  const whole = {
    schema: 'filemill.document',
    version: schemaVersion,
    ...(document.title !== undefined && { title: document.title }),
    direction: document.direction,
    hiddenTextRemoved: document.hiddenTextRemoved,
    pages: document.pages.map(({ number, width, height }) => ({
      number,
      width: round(width),
      height: round(height),
    })),
    blocks,
  };
  return `${JSON.stringify(whole, null, 1)}\n`;
}
