import { joinSegments, type Segment, type Transcript } from '../transcript.ts';

/** A pause this long begins a paragraph, as soon as the one before has some length. */
const pause = 2;
const someLength = 200;

/** The sentences in paragraphs. */
export function writeText({ segments }: Transcript): string {
  const paragraphs: { length: number; segments: Segment[] }[] = [];
  for (const segment of segments) {
    const current = paragraphs.at(-1);
    const isNew =
      !current || (current.length >= someLength && segment.start - current.segments.at(-1)!.end >= pause);
    if (isNew) paragraphs.push({ length: segment.text.length, segments: [segment] });
    else {
      current.length += segment.text.length;
      current.segments.push(segment);
    }
  }
  return paragraphs.map(({ segments }) => `${joinSegments(segments)}\n`).join('\n');
}
