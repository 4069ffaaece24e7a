import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'ffmpeg',
  title: 'FFmpeg, for sound and video',
  licence: 'GPL-2.0-or-later (as Debian builds it)',
  packages: ['ffmpeg'],
  probe: () => findProgramVersion('ffmpeg', ['-version'], /^ffmpeg version (\d[\d.]*)/m),
};
