import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { strings } from '../../../wording/strings.ts';
import type { PreviewProps } from '../file.ts';
import { PlayButton } from '../play-button.tsx';
import { Position } from '../position.tsx';
import classes from '../preview.module.css';
import { waveOptions } from '../wave.ts';

const words = strings.preview;
const speeds = ['0.75', '1', '1.25', '1.5', '2'];

/** A recording with its waveform. */
export default function AudioPreview({ file }: PreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveSurfer>(null);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  useEffect(() => {
    const made = WaveSurfer.create({ ...waveOptions(), container: box.current!, url: file.url, height: 128 });
    wave.current = made;
    made.on('ready', setLength);
    made.on('timeupdate', setTime);
    made.on('play', () => setPlaying(true));
    made.on('pause', () => setPlaying(false));
    return () => made.destroy();
  }, [file.url]);
  return (
    <div className={classes.short}>
      <div className={classes.bar}>
        <PlayButton isPlaying={playing} onToggle={() => wave.current?.playPause()} />
        <Position time={time} length={length} onSeek={at => wave.current?.setTime(at)} />
        <SegmentedControl
          size="xs"
          defaultValue="1"
          data={speeds.map(value => ({ value, label: `${value}×` }))}
          onChange={value => wave.current?.setPlaybackRate(Number(value), true)}
          aria-label={words.speed}
          transitionDuration={100}
        />
      </div>
      <div className={classes.player} ref={box} />
    </div>
  );
}
