import { Button, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { strings } from '../../../strings.ts';
import { sayClock } from '../../format.ts';
import { kindOf, type PreviewFile } from '../file.ts';
import classes from '../preview.module.css';
import type { PreviewProps } from '../preview.tsx';
import { writeSubtitles } from '../subtitles.ts';
import { WithText } from '../use-text.tsx';

export interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Subtitles as what is said when. */
export default function TranscriptPreview({ file, source }: PreviewProps) {
  return <WithText file={file}>{text => <Transcript cues={readCues(text)} source={source} />}</WithText>;
}

const clock = (text: string): number =>
  text
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

export function readCues(text: string): Cue[] {
  return text.split(/\r?\n\r?\n/).flatMap(block => {
    const match = /([\d:.,]+)\s*-->\s*([\d:.,]+)[^\n]*\r?\n([\s\S]*)/.exec(block);
    return match ? [{ start: clock(match[1]!), end: clock(match[2]!), text: match[3]!.trim() }] : [];
  });
}

/** The sentences of a transcript with times, where a document is one. */
export function readTranscript(value: unknown): Cue[] | undefined {
  const { segments } = (value ?? {}) as { segments?: Cue[] };
  return Array.isArray(segments) &&
    segments.every(({ start, text }) => typeof start === 'number' && typeof text === 'string')
    ? segments
    : undefined;
}

/** What is said, beside the recording: a click plays from there. */
export function Transcript({ cues, source }: { cues: Cue[]; source: PreviewFile | undefined }) {
  const player = useRef<HTMLMediaElement>(null);
  const [now, setNow] = useState(-1);
  const kind = source && kindOf(source);
  const media = {
    src: source?.url,
    controls: true,
    ref: player as never,
    onTimeUpdate: () => {
      const time = player.current?.currentTime ?? 0;
      setNow(cues.findIndex(({ start, end }) => time >= start && time < end));
    },
  };
  const play = (start: number) => {
    if (!player.current) return;
    player.current.currentTime = start;
    player.current.play().catch(() => {
      // The browser cannot play this kind of sound; the text is there all the same.
    });
  };
  return (
    <>
      <div className={classes.bar}>
        {kind === 'video' ? (
          <video {...media} className={classes.video} />
        ) : kind === 'audio' ? (
          <audio {...media} style={{ flex: 1 }} />
        ) : null}
        {(['srt', 'vtt'] as const).map(format => (
          <Button key={format} size="xs" variant="default" onClick={() => writeSubtitles(cues, format)}>
            {strings.preview.export(format.toUpperCase())}
          </Button>
        ))}
      </div>
      {cues.map((cue, index) => (
        <UnstyledButton
          key={`${cue.start} ${cue.text}`}
          className={classes.cue}
          data-now={index === now || undefined}
          onClick={() => play(cue.start)}
        >
          <span className="dim">{sayClock(cue.start)}</span>
          <span>{cue.text}</span>
        </UnstyledButton>
      ))}
    </>
  );
}
