import { joinSegments, roundToMs, type Transcript } from '../transcript.ts';

const writeSpan = ({ start, end }: { start: number; end: number }) => ({
  start: roundToMs(start),
  end: roundToMs(end),
});

/** Writes the whole transcript with times in seconds, and the words only if requested. */
export const writeJson = ({ language, duration, segments }: Transcript, withWords: boolean): string =>
  `${JSON.stringify(
    {
      language,
      duration: roundToMs(duration),
      text: joinSegments(segments),
      segments: segments.map(({ text, words, ...time }, id) => ({
        id,
        ...writeSpan(time),
        text,
        ...(withWords && { words: words.map(word => ({ ...writeSpan(word), word: word.text })) }),
      })),
    },
    null,
    2,
  )}\n`;
