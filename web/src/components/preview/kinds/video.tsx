import type { PreviewProps } from '../file.ts';
import classes from '../preview.module.css';

/** A video, as far as the browser plays it. */
export default function VideoPreview({ file }: PreviewProps) {
  return (
    <div className={classes.body}>
      <video className={classes.video} src={file.url} controls />
    </div>
  );
}
