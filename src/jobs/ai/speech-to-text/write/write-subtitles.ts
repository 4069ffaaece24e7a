import { escapeText } from '../../../media/subtitles/cue.ts';
import { writeSubtitles } from '../../../media/subtitles/write.ts';
import type { Transcript } from '../transcript.ts';
import { makeCues } from './cues.ts';

/** Writes a transcript as subtitles. */
export const writeCues = ({ segments }: Transcript, format: 'srt' | 'vtt'): string =>
  writeSubtitles(
    format,
    makeCues(segments).map(({ start, end, lines }) => ({ start, end, text: escapeText(lines.join('\n')) })),
  );
