import type { FormatId } from '../../../formats/formats.ts';
import { type Cue, removeMarks, unescapeText } from './cue.ts';
import { writeTime } from './times.ts';

type Writer = (cues: readonly Cue[]) => string;

/** Replaces arrows in a text, which would be read as a line of times. */
const replaceArrow = (text: string): string => text.replaceAll('-->', '→');
/** Fills empty lines, which would end the cue. */
const fillEmptyLines = (text: string): string => text.replaceAll(/\n(?=\n)/g, '\n\u00a0');

const writeSrt: Writer = cues =>
  cues
    .map(({ start, end, text }, at) => {
      const times = `${writeTime(start, ',')} --> ${writeTime(end, ',')}`;
      return `${at + 1}\n${times}\n${fillEmptyLines(replaceArrow(unescapeText(text)))}\n`;
    })
    .join('\n');

const writeVtt: Writer = cues =>
  [
    'WEBVTT\n',
    ...cues.map(
      ({ start, end, text }) =>
        `${writeTime(start, '.')} --> ${writeTime(end, '.')}\n${fillEmptyLines(text)}\n`,
    ),
  ].join('\n');

const writeSbv: Writer = cues =>
  cues
    .map(({ start, end, text }) => {
      const times = `${writeTime(start, '.', 3, 1)},${writeTime(end, '.', 3, 1)}`;
      return `${times}\n${fillEmptyLines(removeMarks(text))}\n`;
    })
    .join('\n');

const assHead = `[Script Info]
ScriptType: v4.00+
PlayResX: 384
PlayResY: 288
ScaledBorderAndShadow: yes
WrapStyle: 0

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

/** Braces and backslashes would be read as overrides. */
const escapeAss = (text: string): string =>
  unescapeText(text.replaceAll(/[{}]/g, brace => (brace === '{' ? '(' : ')')).replaceAll('\\', '\u2216'));
const markAss = (text: string): string =>
  text
    .split(/(<\/?[ibu]>)/)
    .map((part, at) =>
      at % 2 === 0 ? escapeAss(part) : `{\\${part.replaceAll(/[</>]/g, '')}${part.startsWith('</') ? 0 : 1}}`,
    )
    .join('')
    .replaceAll('\n', '\\N');

const writeAss: Writer = cues =>
  assHead +
  cues
    .map(({ start, end, text }) => {
      const times = `${writeTime(start, '.', 2, 1)},${writeTime(end, '.', 2, 1)}`;
      return `Dialogue: 0,${times},Default,,0,0,0,,${markAss(text)}\n`;
    })
    .join('');

const styles: Record<string, string> = {
  i: 'tts:fontStyle="italic"',
  b: 'tts:fontWeight="bold"',
  u: 'tts:textDecoration="underline"',
};
const writeTtml: Writer = cues => {
  const paragraphs = cues.map(({ start, end, text }) => {
    const marked = text
      .replaceAll(/<([ibu])>/g, (_, mark: string) => `<span ${styles[mark]}>`)
      .replaceAll(/<\/[ibu]>/g, '</span>')
      .replaceAll('\n', '<br/>');
    return `      <p begin="${writeTime(start, '.')}" end="${writeTime(end, '.')}">${marked}</p>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="">
  <body>
    <div>
${paragraphs.join('\n')}
    </div>
  </body>
</tt>
`;
};

/** Writes each cue as a line; one that is shown twice in a row is written once. */
const writeText: Writer = cues => {
  const lines = cues.map(({ text }) => removeMarks(text).replaceAll('\n', ' '));
  return lines
    .filter((line, at) => line !== lines[at - 1])
    .map(line => `${line}\n`)
    .join('');
};

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
const writeJson: Writer = cues =>
  `${JSON.stringify(
    {
      cues: cues.map(({ start, end, text }) => ({
        start: toMilliseconds(start),
        end: toMilliseconds(end),
        text: removeMarks(text),
      })),
    },
    null,
    2,
  )}\n`;

const writers: Partial<Record<FormatId, Writer>> = {
  srt: writeSrt,
  vtt: writeVtt,
  sbv: writeSbv,
  ass: writeAss,
  ttml: writeTtml,
  txt: writeText,
  json: writeJson,
};

export function writeSubtitles(format: FormatId, cues: readonly Cue[]): string {
  const write = writers[format];
  if (!write) throw new Error(`no subtitles are written to ${format}`);
  return write(cues);
}
