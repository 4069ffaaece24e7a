import { Button, UnstyledButton } from '@mantine/core';
import { Fragment, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { formatClock } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { readExtension } from '../../file-icon.tsx';
import type { PreviewFile, PreviewProps } from '../file.ts';
import classes from '../preview.module.css';
import { writeSubtitles } from '../subtitles.ts';
import { WithText } from '../use-text.tsx';
import { NoSpeech } from './no-speech.tsx';
import { Player } from './player.tsx';

export interface Cue {
  start: number;
  end: number;
  text: string;
  /** The times of its words, if they are known. */
  words?: { start: number; end: number; word: string }[];
}

/** Subtitles as a list of cues. */
export default function TranscriptPreview({ file, source }: PreviewProps) {
  return <WithText file={file}>{text => <Cues text={text} file={file} source={source} />}</WithText>;
}

function Cues({ text, file, source }: PreviewProps & { text: string }) {
  const cues = useMemo(() => readCues(text), [text]);
  return <Transcript cues={cues} source={source} format={readExtension(file.filename)} />;
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

/** Reads the timed sentences of a JSON transcript; undefined if the document is something else. */
export function readTranscript(value: unknown): Cue[] | undefined {
  const { segments } = (value ?? {}) as { segments?: Cue[] };
  return Array.isArray(segments) &&
    segments.every(({ start, text }) => typeof start === 'number' && typeof text === 'string')
    ? segments
    : undefined;
}

/** Shows cues as subtitles of a video. */
function useSubtitles(player: RefObject<HTMLMediaElement | null>, cues: Cue[]): void {
  useEffect(() => {
    if (!(player.current instanceof HTMLVideoElement)) return;
    const track = player.current.addTextTrack('subtitles', strings.preview.subtitles);
    for (const { start, end, text } of cues) track.addCue(new VTTCue(start, end, text));
    track.mode = 'showing';
    return () => {
      track.mode = 'disabled';
    };
  }, [player, cues]);
}

const isNow = (time: number, { start, end }: { start: number; end: number }) => time >= start && time < end;

/** The transcript next to the recording: clicking a sentence or a word plays from there. */
export function Transcript({
  cues,
  source,
  format,
}: {
  cues: Cue[];
  source: PreviewFile | undefined;
  /** The format of the file, which is not exported again. */
  format?: string;
}) {
  const player = useRef<HTMLMediaElement>(null);
  const [time, setTime] = useState(-1);
  useSubtitles(player, cues);
  const play = (start: number) => {
    if (!player.current) return;
    player.current.currentTime = start;
    player.current.play().catch(() => {
      // The browser cannot play this audio format; the text is still shown.
    });
  };
  return (
    <>
      <Player source={source} player={player} onTime={setTime}>
        {cues.length > 0 &&
          (['srt', 'vtt'] as const)
            .filter(each => each !== format)
            .map(each => (
              <Button key={each} size="xs" variant="default" onClick={() => writeSubtitles(cues, each)}>
                {strings.preview.export(each.toUpperCase())}
              </Button>
            ))}
      </Player>
      {cues.length === 0 && <NoSpeech />}
      {cues.map(cue => (
        <div
          key={`${cue.start} ${cue.text}`}
          className={classes.cue}
          data-now={isNow(time, cue) || undefined}
        >
          <UnstyledButton className={classes.time} onClick={() => play(cue.start)}>
            {formatClock(cue.start)}
          </UnstyledButton>
          <span dir="auto">
            {cue.words?.map(word => (
              <Fragment key={word.start}>
                <UnstyledButton
                  className={classes.word}
                  tabIndex={-1}
                  data-now={isNow(time, word) || undefined}
                  onClick={() => play(word.start)}
                >
                  {word.word.trim()}
                </UnstyledButton>{' '}
              </Fragment>
            )) ?? (
              <UnstyledButton className={classes.word} tabIndex={-1} onClick={() => play(cue.start)}>
                {cue.text}
              </UnstyledButton>
            )}
          </span>
        </div>
      ))}
    </>
  );
}
