import { formatClock } from '../../../../text.ts';
import type { Transcript } from '../transcript.ts';
import { makeCues } from './cues.ts';

/** Formats a time of a subtitle, `00:01:02,345`. */
function formatCueTime(seconds: number, mark: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000);
  return `${formatClock(Math.floor(milliseconds / 1000))}${mark}${String(milliseconds % 1000).padStart(3, '0')}`;
}

export const writeSrt = ({ segments }: Transcript): string =>
  makeCues(segments)
    .map(
      ({ start, end, lines }, at) =>
        `${at + 1}\n${formatCueTime(start, ',')} --> ${formatCueTime(end, ',')}\n${lines.map(replaceArrow).join('\n')}\n`,
    )
    .join('\n');

/** An arrow in a text would be read as a line of times. */
const replaceArrow = (line: string): string => line.replaceAll('-->', '→');

const escapeText = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const writeVtt = ({ segments }: Transcript): string =>
  [
    'WEBVTT\n',
    ...makeCues(segments).map(
      ({ start, end, lines }) =>
        `${formatCueTime(start, '.')} --> ${formatCueTime(end, '.')}\n${lines.map(escapeText).join('\n')}\n`,
    ),
  ].join('\n');
