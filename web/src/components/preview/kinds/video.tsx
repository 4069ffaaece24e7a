import classes from '../preview.module.css';
import type { PreviewProps } from '../preview.tsx';

/** A video, as far as the browser plays it. */
export default function VideoPreview({ file }: PreviewProps) {
  return (
    <div className={classes.body}>
      <video className={classes.video} src={file.url} controls />
    </div>
  );
}
