import type { Sound } from '../../../engines/ffmpeg/engine.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { dropContainerTags } from '../container-tags.ts';

/** The formats that hold a cover. */
const withCover: readonly FormatId[] = ['mp3', 'm4a', 'flac', 'aiff'];

export interface Tags {
  maps: string[];
  settings: string[];
  /** True if the input has a cover that the format cannot hold. */
  losesCover: boolean;
}

/** Makes the arguments that keep title, cover and other tags, or leave them out. */
export function makeTagArguments(
  keep: boolean,
  format: FormatId,
  { stream, cover }: Pick<Sound, 'stream' | 'cover'>,
  output: FormatId,
): Tags {
  if (!keep)
    return {
      maps: [],
      settings: [
        '-map_metadata',
        '-1',
        '-map_metadata:s',
        '-1',
        '-map_chapters',
        '-1',
        '-fflags',
        '+bitexact',
      ],
      losesCover: false,
    };
  const isHeld = cover !== undefined && withCover.includes(output);
  // Ogg has its tags with the sound, other formats with the file.
  const source = format === 'ogg' || format === 'opus' ? `0:s:${stream}` : '0';
  return {
    maps: isHeld ? ['-map', `0:${cover}`, '-c:v', 'copy', '-disposition:v', 'attached_pic'] : [],
    settings: ['-map_metadata', source, ...dropContainerTags()],
    losesCover: cover !== undefined && !isHeld,
  };
}
