import { join } from 'node:path';
import { JobFailure } from '../../../../contract/failure.ts';
import { isFilled, last, zip } from '../../../../lists.ts';
import type { RunContext } from '../../../run.ts';
import type { Word } from '../transcript.ts';
import { withEstimates } from './estimate.ts';
import { removeInvented } from './invented.ts';
import { hasLoop, removeLoops } from './loops.ts';
import { placeWords } from './place-words.ts';
import { requireEnglish, secondTemperature } from './require-english.ts';
import { rate, type SoundFile } from './sound.ts';
import { type Span, sumSeconds } from './spans.ts';
import { spellAsIn } from './spelling.ts';
import { packWindows, type Window } from './windows.ts';

export interface RecogniseOptions {
  dir: string;
  model: string;
  infer: RunContext<unknown>['infer'];
  /** The code of the language, or `auto`. */
  language: string;
  translate: boolean;
  prompt?: string | undefined;
  /** True if the model is known to know only English: no words are reported before the speech turns out to be English. */
  isEnglishOnly?: boolean;
  /** Reports progress, 0 to 1 of all speech. */
  progress(fraction: number): void;
  /** Receives words that are final, in order. */
  onWords(words: Word[]): void;
}

export interface Recognised {
  language: string;
  /** True if the model detected the language; false if it was given or the model knows only one. */
  isDetected: boolean;
  words: Word[];
}

/** Windows per call: enough to keep all cores busy, few enough that other jobs get their turn. */
const windowsPerCall = 6;

interface Heard {
  window: number;
  language: string;
  words: Word[];
}

/** Transcribes the spans of speech. */
export async function recognise(
  sound: SoundFile,
  spans: readonly Span[],
  speech: readonly number[],
  listening: RecogniseOptions,
): Promise<Recognised> {
  const windows = packWindows(spans, speech);
  // A model that knows only English reads a window of the first call twice.
  const checks = listening.isEnglishOnly === true && listening.language === 'auto';
  const longest = Math.max(0, ...windows.slice(0, windowsPerCall).map(({ start, end }) => end - start));
  const all = Math.max(1, sumSeconds(windows) + (checks ? longest : 0));
  const words: Word[] = [];
  let { language } = listening;
  let isDetected = false;
  let done = 0;
  const keep = (said: Word[]) => {
    listening.onWords(said);
    words.push(...said);
  };
  for (let at = 0; at < windows.length; at += windowsPerCall) {
    const batch = windows.slice(at, at + windowsPerCall);
    const known = new Map<number, Heard>();
    let next = 0;
    const seconds = sumSeconds(batch);
    const { heard, englishOnly } = await withEstimates(
      { windows: batch.length, seconds },
      fraction => listening.progress((done + fraction * seconds) / all),
      onFraction =>
        listenTo(
          sound,
          batch,
          { ...listening, language },
          {
            onFraction,
            // Windows finish in any order but are reported in theirs; one with a loop waits until it was listened
            // to again.
            onHeard: one => {
              known.set(one.window, one);
              if (listening.isEnglishOnly && language === 'auto') return;
              for (let ready = known.get(next); ready && !hasLoop(ready.words); ready = known.get(next))
                keep(settleWords(batch[next++]!, ready.words, listening.prompt));
            },
          },
        ),
    );
    // One language is used throughout: a window that is mostly names must not switch it.
    if (language === 'auto') {
      language = findMostHeard(batch, heard);
      isDetected = !englishOnly;
      if (englishOnly)
        await requireEnglish(
          zip(batch, heard).map(([window, { words }]) => ({ window, words })),
          async window => {
            const again = await withEstimates(
              { windows: 1, seconds: longest },
              fraction => checks && listening.progress((done + seconds + fraction * longest) / all),
              onFraction =>
                listenTo(sound, [window], listening, { onFraction, temperature: secondTemperature }),
            );
            return again.heard.flatMap(({ words }) => words);
          },
        );
      if (checks) done += longest;
    }
    for (const [window, { words: said }] of zip(batch, heard).slice(next))
      keep(
        hasLoop(said)
          ? await listenAgain(sound, window, { ...listening, language })
          : settleWords(window, said, listening.prompt),
      );
    done += seconds;
  }
  return { language: language === 'auto' ? 'en' : language, isDetected, words };
}

/** Returns the plausible words of a window at their place and in the prompt's spelling. */
const settleWords = (window: Window, words: readonly Word[], prompt?: string): Word[] =>
  spellAsIn(prompt, placeWords(removeInvented(words, window.spans), window));

interface ListenOptions {
  onFraction?(fraction: number): void;
  /** Receives each window as soon as it is recognised. */
  onHeard?(heard: Heard): void;
  temperature?: number;
}

async function listenTo(
  sound: SoundFile,
  windows: readonly Window[],
  { dir, infer, model, language, translate, prompt }: RecogniseOptions,
  { onFraction, onHeard, temperature = 0 }: ListenOptions,
): Promise<{ heard: Heard[]; englishOnly: boolean }> {
  const input = join(dir, 'windows');
  const parts = windows.map(({ start, end }) => ({
    from: Math.floor(start * rate),
    to: Math.min(sound.samples, Math.ceil(end * rate)),
  }));
  await sound.copyParts(parts, input);
  const { windows: heard, englishOnly } = (await infer({
    engine: 'whisper',
    model,
    input,
    params: {
      windows: parts.map(({ from, to }) => to - from).join(','),
      language,
      translate,
      temperature,
      ...(prompt !== undefined && { prompt }),
    },
    ...(onFraction && { progress: onFraction }),
    ...(onHeard && { partial: value => onHeard(value as Heard) }),
  })) as { windows: Heard[]; englishOnly: boolean };
  // For our own models the declaration refuses such a request, so this is an operator's model.
  if (heard.length < windows.length)
    throw new JobFailure('english_only', `the model ${model} knows only English`);
  return { heard, englishOnly };
}

function findMostHeard(windows: readonly Window[], heard: readonly Heard[]): string {
  const seconds = new Map<string, number>();
  for (const [{ spans }, { language }] of zip(windows, heard))
    seconds.set(language, (seconds.get(language) ?? 0) + sumSeconds(spans));
  const [language] = [...seconds].reduce((most, each) => (each[1] > most[1] ? each : most));
  return language;
}

/** The temperatures used to listen again after a loop, in smaller parts and without the prompt. */
const againAt = [0, 0.4, 0.8];
/** Words per second. */
const fastestWords = 4;

/** Recognises a window again in which the model was caught in a loop. */
async function listenAgain(sound: SoundFile, window: Window, listening: RecogniseOptions): Promise<Word[]> {
  const halves = cutInHalves(window);
  let words: Word[] = [];
  for (const temperature of againAt) {
    const { heard } = await listenTo(sound, halves, { ...listening, prompt: undefined }, { temperature });
    words = zip(halves, heard).flatMap(([half, { words }]) => settleWords(half, words, listening.prompt));
    if (!hasLoop(words)) return words;
  }
  return isSpeakable(words, window) ? words : removeLoops(words);
}

/** A crowd may repeat a chant many times, but not as fast as a model in a loop. */
const isSpeakable = (words: readonly Word[], { spans }: Window): boolean =>
  words.length <= fastestWords * sumSeconds(spans);

/** Cuts a window between two spans near the middle. A window without a pause stays whole. */
function cutInHalves({ spans, ...window }: Window): Window[] {
  if (spans.length < 2) return [{ ...window, spans }];
  const middle = (window.start + window.end) / 2;
  const first = Math.max(1, spans.filter(({ end }) => end <= middle).length);
  return [spans.slice(0, first), spans.slice(first)]
    .filter(isFilled)
    .map(part => ({ start: part[0].start, end: last(part).end, spans: part }));
}
