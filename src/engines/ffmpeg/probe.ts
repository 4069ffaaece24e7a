import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'ffmpeg',
  title: 'FFmpeg, for sound and video',
  licence: 'GPL-2.0-or-later (as Debian builds it)',
  packages: ['ffmpeg'],
  // Subtitles are drawn with the fonts of the system.
  reads: fontPaths,
  probe: () => findProgramVersion('ffmpeg', ['-version'], /^ffmpeg version (\d[\d.]*)/m),
};
