import type { ReactNode, RefObject } from 'react';
import { chooseKind, type PreviewFile } from '../file.ts';
import classes from '../preview.module.css';

/** Whether a file is a recording that a player can play. */
export const isRecording = (file: PreviewFile | undefined): boolean =>
  file !== undefined && ['audio', 'video'].includes(chooseKind(file));

/** The player of a transcribed recording, which stays in view while the text scrolls. */
export function Player({
  source,
  player,
  onTime,
  children,
}: {
  source: PreviewFile | undefined;
  player?: RefObject<HTMLMediaElement | null>;
  onTime?: (seconds: number) => void;
  children?: ReactNode;
}) {
  const media = {
    src: source?.url,
    controls: true,
    ref: player as never,
    onTimeUpdate: (event: { currentTarget: HTMLMediaElement }) => onTime?.(event.currentTarget.currentTime),
  };
  const kind = source && chooseKind(source);
  return (
    <div className={`${classes.bar} ${classes.stays}`}>
      {kind === 'video' ? (
        <video {...media} className={classes.beside} />
      ) : kind === 'audio' ? (
        <audio {...media} className={classes.sound} />
      ) : null}
      {children}
    </div>
  );
}
