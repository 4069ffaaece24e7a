import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWarning } from '../../../contract/warnings.ts';
import { decodeSound, inspectSound } from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import type { Run } from '../../run.ts';
import { chargeBeyond } from '../sound/charge-beyond.ts';
import { computeBilledSeconds } from '../sound/facts.ts';
import { isEnglishOnly, type job } from './job.ts';
import { findSpeech } from './listen/find-speech.ts';
import { recognise } from './listen/recognise.ts';
import { rate, SoundFile } from './listen/sound.ts';
import { findSpans, sumSeconds } from './listen/spans.ts';
import type { Transcript } from './transcript.ts';
import { makeSegments } from './write/segments.ts';
import { writeJson } from './write/write-json.ts';
import { writeCues } from './write/write-subtitles.ts';
import { writeText } from './write/write-text.ts';

/** Percent of the progress after decoding and speech detection; the rest is recognition. */
const decoded = 3;
const searched = 8;
const recognised = 98;

export const run: Run<typeof job> = async ({ dir, inputs, options, infer, charge, progress, partial }) => {
  const [input] = inputs;
  const track = await inspectSound(input, dir);
  await charge(computeBilledSeconds(track));
  // Gaps are filled with silence: subtitles have to stay in step with the picture.
  const decoding = decodeSound(input, track, { dir, rate, channels: 1, fillGaps: true });
  const paidFor = chargeBeyond({ measured: track.seconds, rate, channels: 1 }, decoding, charge);
  const sound = await SoundFile.write(join(dir, 'sound'), paidFor, seconds =>
    progress((decoded * seconds) / Math.max(seconds, track.seconds)),
  );
  const speech = await findSpeech(sound, { dir, infer }, done =>
    progress(decoded + (searched - decoded) * done),
  );
  const spans = findSpans(speech);
  const { language, isDetected, words } = await recognise(sound, spans, speech, {
    dir,
    infer,
    model: options.model,
    language: options.language,
    translate: options.translate,
    prompt: options.prompt,
    isEnglishOnly: isEnglishOnly(options.model),
    progress: done => progress(searched + (recognised - searched) * done),
    onWords: known => {
      for (const { start, end, text } of makeSegments(known)) partial({ start, end, text });
    },
  });
  const transcript = {
    language: options.translate ? 'en' : language,
    duration: sound.seconds,
    segments: makeSegments(words),
  };
  const { outputFormat } = options;
  const path = join(dir, 'output');
  await writeFile(path, writeTranscript(transcript, outputFormat, options.wordTimestamps));
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${getFormat(outputFormat).extensions[0]}`),
        format: outputFormat,
        metadata: {
          durationSeconds: Math.round(sound.seconds * 1000) / 1000,
          speechSeconds: Math.round(sumSeconds(spans) * 1000) / 1000,
          words: words.length,
          language,
          languageDetected: isDetected,
          model: options.model,
        },
      },
    ],
    engines: ['ffmpeg', 'silero-vad', ...(spans.length > 0 ? ['whisper'] : [])],
    ...(words.length === 0 && { warnings: [makeWarning('no_speech')] }),
  };
};

function writeTranscript(
  transcript: Transcript,
  format: 'txt' | 'srt' | 'vtt' | 'json',
  withWords: boolean,
): string {
  switch (format) {
    case 'txt':
      return writeText(transcript);
    case 'srt':
    case 'vtt':
      return writeCues(transcript, format);
    case 'json':
      return writeJson(transcript, withWords);
  }
}
