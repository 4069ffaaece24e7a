import type { Segment, Transcript } from '../transcript.ts';

/** A pause this long begins a paragraph, as soon as the one before has some length. */
const pause = 2;
const someLength = 200;

/** The sentences in paragraphs. */
export function asText({ segments }: Transcript): string {
  const paragraphs: { text: string; last: Segment }[] = [];
  for (const segment of segments) {
    const current = paragraphs.at(-1);
    const isNew =
      !current || (current.text.length >= someLength && segment.start - current.last.end >= pause);
    if (isNew) paragraphs.push({ text: segment.text, last: segment });
    else {
      current.text += (segment.words[0]?.glued ? '' : ' ') + segment.text;
      current.last = segment;
    }
  }
  return paragraphs.map(({ text }) => `${text}\n`).join('\n');
}
