import type { Transcript } from '../transcript.ts';
import { cuesOf } from './cues.ts';

const padded = (value: number, width: number): string => String(value).padStart(width, '0');

/** `00:01:02,345`, or with a point. */
function clock(seconds: number, mark: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const [hours, minutes, rest] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(rest, 2)}${mark}${padded(ms % 1000, 3)}`;
}

export const asSrt = ({ segments }: Transcript): string =>
  cuesOf(segments)
    .map(
      ({ start, end, lines }, at) =>
        `${at + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${lines.map(withoutArrow).join('\n')}\n`,
    )
    .join('\n');

/** An arrow in a text would be read as the line of times. */
const withoutArrow = (line: string): string => line.replaceAll('-->', '→');

const escaped = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const asVtt = ({ segments }: Transcript): string =>
  [
    'WEBVTT\n',
    ...cuesOf(segments).map(
      ({ start, end, lines }) =>
        `${clock(start, '.')} --> ${clock(end, '.')}\n${lines.map(escaped).join('\n')}\n`,
    ),
  ].join('\n');
