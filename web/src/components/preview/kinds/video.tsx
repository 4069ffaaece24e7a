import type { PreviewProps } from '../file.ts';
import classes from '../preview.module.css';

/** A video, if the browser can play it. */
export default function VideoPreview({ file }: PreviewProps) {
  return (
    <div className={classes.short}>
      <video className={classes.video} src={file.url} controls />
    </div>
  );
}
