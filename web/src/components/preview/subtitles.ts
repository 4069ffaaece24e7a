import { saveFile } from '../save-file.ts';

interface Timed {
  start: number;
  end: number;
  text: string;
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');

function stamp(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000);
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}${point}${pad(ms % 1000, 3)}`;
}

/** Formats cues as a subtitle file. */
export function formatSubtitles(cues: Timed[], format: 'srt' | 'vtt'): string {
  const point = format === 'srt' ? ',' : '.';
  const blocks = cues.map(
    ({ start, end, text }, index) =>
      `${format === 'srt' ? `${index + 1}\n` : ''}${stamp(start, point)} --> ${stamp(end, point)}\n${text}\n`,
  );
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

/** Downloads cues as a subtitle file. */
export function writeSubtitles(cues: Timed[], format: 'srt' | 'vtt'): void {
  saveFile(new Blob([formatSubtitles(cues, format)], { type: 'text/plain' }), `subtitles.${format}`);
}
