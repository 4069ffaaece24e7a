import type { Transcript } from '../transcript.ts';
import { makeCues } from './cues.ts';

const padNumber = (value: number, width: number): string => String(value).padStart(width, '0');

/** `00:01:02,345`, or with a point. */
function formatClock(seconds: number, mark: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const [hours, minutes, rest] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${padNumber(hours, 2)}:${padNumber(minutes, 2)}:${padNumber(rest, 2)}${mark}${padNumber(ms % 1000, 3)}`;
}

export const writeSrt = ({ segments }: Transcript): string =>
  makeCues(segments)
    .map(
      ({ start, end, lines }, at) =>
        `${at + 1}\n${formatClock(start, ',')} --> ${formatClock(end, ',')}\n${lines.map(replaceArrow).join('\n')}\n`,
    )
    .join('\n');

/** An arrow in a text would be read as the line of times. */
const replaceArrow = (line: string): string => line.replaceAll('-->', '→');

const escapeText = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const writeVtt = ({ segments }: Transcript): string =>
  [
    'WEBVTT\n',
    ...makeCues(segments).map(
      ({ start, end, lines }) =>
        `${formatClock(start, '.')} --> ${formatClock(end, '.')}\n${lines.map(escapeText).join('\n')}\n`,
    ),
  ].join('\n');
