import type { PreviewProps } from '../file.ts';
import classes from '../preview.module.css';
import { WithText } from '../use-text.tsx';

export default function TextPreview({ file }: PreviewProps) {
  return (
    <WithText file={file}>
      {text => (
        <pre className={classes.text} dir="auto">
          {text}
        </pre>
      )}
    </WithText>
  );
}
