import { dropContainerTags } from '../container-tags.ts';

export type Container = 'mp4' | 'mov' | 'webm' | 'mkv';

export const isMp4Like = (container: Container): boolean => container === 'mp4' || container === 'mov';

/**
 * Makes the arguments for the file itself: no data tracks, an index at the start where players look for it, and the tags
 * of the first input. FFmpeg would leave out the time of the recording, by which photo libraries sort, without `-map_metadata`.
 */
export const makeContainerArguments = (container: Container): string[] => [
  ...['-dn', '-map_metadata', '0', ...dropContainerTags()],
  ...(isMp4Like(container) ? ['-movflags', '+faststart'] : []),
  ...['-f', container === 'mkv' ? 'matroska' : container],
];
