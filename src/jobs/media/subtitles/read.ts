import { JobFailure } from '../../../contract/failure.ts';
import { decodeWhole, findEncoding } from '../../../encodings/encoding.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { Subtitles } from './cue.ts';
import { readAss } from './read-ass.ts';
import { readSbv, readSrt, readVtt } from './read-lines.ts';
import { readTtml } from './read-ttml.ts';

/** A whole film has about a hundred thousand characters. */
const maxCharacters = 20_000_000;

const readers: Partial<Record<FormatId, (text: string) => Subtitles>> = {
  srt: readSrt,
  vtt: readVtt,
  sbv: readSbv,
  ass: readAss,
  ttml: readTtml,
};

/** Reads a file as text, in the encoding given or the one it seems to have. */
export const readSubtitleText = (path: string, encoding?: string): Promise<string> =>
  decodeWhole(path, maxCharacters, encoding === undefined ? undefined : findEncoding(encoding));

/** Reads the cues of a file. Fails if there are none. */
export function readSubtitles(format: FormatId, text: string): Subtitles {
  const read = readers[format];
  if (!read) throw new Error(`no subtitles are read from ${format}`);
  const subtitles = read(text.replace(/^\uFEFF/, ''));
  if (subtitles.cues.length === 0)
    throw new JobFailure('unreadable_input', `no cue was found in the ${format}`);
  return subtitles;
}
