export type Container = 'mp4' | 'mov' | 'webm' | 'mkv';

export const isMp4Like = (container: Container): boolean => container === 'mp4' || container === 'mov';

/** Makes the arguments for the file itself: no data tracks, and an index at the start where players look for it. */
export const makeContainerArguments = (container: Container): string[] => [
  '-dn',
  ...(isMp4Like(container) ? ['-movflags', '+faststart'] : []),
  ...['-f', container === 'mkv' ? 'matroska' : container],
];
