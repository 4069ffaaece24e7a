import type { PreviewFile, PreviewProps } from '../file.ts';
import classes from '../preview.module.css';
import { WithText } from '../use-text.tsx';
import { NoSpeech } from './no-speech.tsx';
import { isRecording, Player } from './player.tsx';

/** Plain text; the transcript of a recording together with its player. */
export default function TextPreview({ file, source }: PreviewProps) {
  return (
    <WithText file={file}>
      {text =>
        isRecording(source) ? (
          <PlainTranscript text={text} source={source} />
        ) : (
          <pre className={classes.text} dir="auto">
            {text}
          </pre>
        )
      }
    </WithText>
  );
}

function PlainTranscript({ text, source }: { text: string; source: PreviewFile | undefined }) {
  return (
    <>
      <Player source={source} />
      {text.trim() === '' ? (
        <NoSpeech />
      ) : (
        <p className={classes.spoken} dir="auto">
          {text.trim()}
        </p>
      )}
    </>
  );
}
