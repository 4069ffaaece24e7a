import { ActionIcon, Button, Slider, Text, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { nameStem } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import type { PreviewFile } from '../file.ts';
import { PlayButton } from '../play-button.tsx';
import { Position } from '../position.tsx';
import classes from '../preview.module.css';
import { waveOptions } from '../wave.ts';

const words = strings.preview;

/** Stems as tracks that play together, each with mute, solo and level. */
export default function StemsPreview({ files }: { files: PreviewFile[] }) {
  const lanes = useRef<(HTMLDivElement | null)[]>([]);
  const waves = useRef<WaveSurfer[]>([]);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  const [muted, setMuted] = useState<boolean[]>([]);
  const [solo, setSolo] = useState<number>();
  const [levels, setLevels] = useState<number[]>(files.map(() => 100));

  useEffect(() => {
    const made = files.map((file, index) =>
      WaveSurfer.create({ ...waveOptions(), container: lanes.current[index]!, url: file.url, height: 56 }),
    );
    waves.current = made;
    made[0]?.on('ready', setLength);
    made[0]?.on('timeupdate', setTime);
    made[0]?.on('finish', () => setPlaying(false));
    for (const wave of made)
      wave.on('interaction', at => {
        for (const other of made) if (other !== wave) other.setTime(at);
      });
    return () => {
      for (const wave of made) wave.destroy();
    };
  }, [files]);

  useEffect(() => {
    for (const [index, wave] of waves.current.entries()) {
      const silent = muted[index] || (solo !== undefined && solo !== index);
      wave.setVolume(silent ? 0 : (levels[index] ?? 100) / 100);
    }
  }, [muted, solo, levels]);

  function seek(at: number) {
    for (const wave of waves.current) wave.setTime(at);
  }

  function toggle() {
    const at = waves.current[0]?.getCurrentTime() ?? 0;
    for (const wave of waves.current) {
      wave.setTime(at);
      if (playing) wave.pause();
      else wave.play();
    }
    setPlaying(!playing);
  }

  return (
    <div className={classes.short}>
      <div className={classes.bar}>
        <PlayButton isPlaying={playing} onToggle={toggle} />
        <Position time={time} length={length} onSeek={seek} />
      </div>
      <div className={classes.pane}>
        {files.map((file, index) => (
          <div key={file.url} className={classes.lane}>
            <div>
              <div className={classes.stem}>
                <Text fw={500} className="ellipsis" title={file.filename}>
                  {nameStem(file.filename)}
                </Text>
                <Tooltip label={strings.job.downloadOf(file.filename)}>
                  <ActionIcon
                    component="a"
                    href={file.url}
                    download={file.filename}
                    aria-label={strings.job.downloadOf(file.filename)}
                  >
                    <Download size={16} />
                  </ActionIcon>
                </Tooltip>
              </div>
              <Button.Group my={4}>
                <Button
                  size="compact-xs"
                  variant={muted[index] ? 'filled' : 'default'}
                  aria-pressed={muted[index] ?? false}
                  onClick={() =>
                    setMuted(files.map((_, at) => (at === index ? !muted[at] : (muted[at] ?? false))))
                  }
                >
                  {words.mute}
                </Button>
                <Button
                  size="compact-xs"
                  variant={solo === index ? 'filled' : 'default'}
                  aria-pressed={solo === index}
                  onClick={() => setSolo(solo === index ? undefined : index)}
                >
                  {words.solo}
                </Button>
              </Button.Group>
              <Slider
                size="xs"
                value={levels[index] ?? 100}
                onChange={level => setLevels(levels.map((each, at) => (at === index ? level : each)))}
                label={null}
                thumbLabel={words.level(file.filename)}
              />
            </div>
            <div
              ref={element => {
                lanes.current[index] = element;
              }}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
