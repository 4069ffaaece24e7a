import { join } from 'node:path';
import type { RunContext } from '../../../run.ts';
import type { Word } from '../transcript.ts';
import { withoutInvented } from './invented.ts';
import { hasLoop, withoutLoops } from './loops.ts';
import { placeWords } from './place-words.ts';
import { rate, type SoundFile } from './sound.ts';
import { type Span, secondsOf } from './spans.ts';
import { speltAsIn } from './spelling.ts';
import { packWindows, type Window } from './windows.ts';

export interface Listening {
  dir: string;
  /** The speech model. */
  model: string;
  infer: RunContext<unknown>['infer'];
  /** The code of the language, or `auto`. */
  language: string;
  translate: boolean;
  prompt?: string | undefined;
  /** 0 to 1, of all speech. */
  progress(fraction: number): void;
  /** Words that are known for good, in order. */
  onWords(words: Word[]): void;
}

export interface Recognised {
  language: string;
  words: Word[];
}

/** Windows of one call: enough to keep all cores busy, few enough that other jobs get their turn. */
const windowsPerCall = 6;

interface Heard {
  window: number;
  language: string;
  words: Word[];
}

/** Writes down what is said in the spans of speech. */
export async function recognise(
  sound: SoundFile,
  spans: readonly Span[],
  speech: readonly number[],
  listening: Listening,
): Promise<Recognised> {
  const windows = packWindows(spans, speech);
  const all = Math.max(1, secondsOf(windows));
  const words: Word[] = [];
  let { language } = listening;
  let done = 0;
  for (let at = 0; at < windows.length; at += windowsPerCall) {
    const batch = windows.slice(at, at + windowsPerCall);
    const heard = await listenTo(sound, batch, { ...listening, language }, fraction =>
      listening.progress((done + fraction * secondsOf(batch)) / all),
    );
    // One language throughout: a window that is mostly names must not switch it.
    if (language === 'auto') language = mostHeard(batch, heard);
    for (const [index, window] of batch.entries()) {
      const known = await soundWords(sound, window, heard[index]!.words, { ...listening, language });
      const said = speltAsIn(listening.prompt, known);
      listening.onWords(said);
      words.push(...said);
    }
    done += secondsOf(batch);
  }
  return { language: language === 'auto' ? 'en' : language, words };
}

async function listenTo(
  sound: SoundFile,
  windows: readonly Window[],
  { dir, infer, model, language, translate, prompt }: Listening,
  progress: (fraction: number) => void,
  temperature = 0,
): Promise<Heard[]> {
  const input = join(dir, 'windows');
  const parts = windows.map(({ start, end }) => ({
    from: Math.floor(start * rate),
    to: Math.min(sound.samples, Math.ceil(end * rate)),
  }));
  await sound.copyParts(parts, input);
  const { windows: heard } = await infer({
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
    progress,
  });
  return heard as Heard[];
}

function mostHeard(windows: readonly Window[], heard: readonly Heard[]): string {
  const seconds = new Map<string, number>();
  for (const [at, { language }] of heard.entries())
    seconds.set(language, (seconds.get(language) ?? 0) + secondsOf(windows[at]!.spans));
  return [...seconds].sort((a, b) => b[1] - a[1])[0]![0];
}

/** How the model is asked again after a loop: in smaller parts, without the prompt, and at last less sure of itself. */
const againAt = [0, 0.4, 0.8];
/** Words a second. */
const fastestWords = 4;

/** The words of a window that can be believed. Where the model went round in a loop it listens again. */
async function soundWords(
  sound: SoundFile,
  window: Window,
  words: readonly Word[],
  listening: Listening,
): Promise<Word[]> {
  let heardAgain: Word[] | undefined;
  for (const temperature of hasLoop(words) ? againAt : []) {
    const halves = halvesOf(window);
    const heard = await listenTo(sound, halves, { ...listening, prompt: undefined }, () => {}, temperature);
    heardAgain = halves.flatMap((half, at) =>
      placeWords(withoutInvented(heard[at]!.words, half.spans), half),
    );
    if (!hasLoop(heardAgain)) return heardAgain;
  }
  if (heardAgain) return isSpeakable(heardAgain, window) ? heardAgain : withoutLoops(heardAgain);
  return placeWords(withoutInvented(words, window.spans), window);
}

/** A crowd may chant the same many times, but not as fast as a model that has lost its way. */
const isSpeakable = (words: readonly Word[], { spans }: Window): boolean =>
  words.length <= fastestWords * secondsOf(spans);

/** Cut between two spans near the middle; one that has no pause stays whole. */
function halvesOf({ spans, ...window }: Window): Window[] {
  if (spans.length < 2) return [{ ...window, spans }];
  const middle = (window.start + window.end) / 2;
  const first = Math.max(1, spans.filter(({ end }) => end <= middle).length);
  return [spans.slice(0, first), spans.slice(first)]
    .filter(part => part.length > 0)
    .map(part => ({ start: part[0]!.start, end: part.at(-1)!.end, spans: part }));
}
