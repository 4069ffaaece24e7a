import { splitBefore } from '../../../../lists.ts';
import { joinSegments, type Segment, type Transcript } from '../transcript.ts';

/** Seconds: a pause this long starts a paragraph, unless the current one is still short. */
const pause = 2;
const someLength = 200;

/** Writes the sentences in paragraphs. */
export function writeText({ segments }: Transcript): string {
  const measure = (part: readonly Segment[]) => part.reduce((sum, { text }) => sum + text.length, 0);
  const paragraphs = splitBefore(
    segments,
    (segment, before, part) => segment.start - before.end >= pause && measure(part) >= someLength,
  );
  return paragraphs.map(part => `${joinSegments(part)}\n`).join('\n');
}
