import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Infer, InferTask } from '../model.ts';
import { openContext, type Transcription, type WhisperContext } from './binding.ts';
import { engine } from './probe.ts';
import { isQuick, openQuickContext } from './quick.ts';
import { makeWords, type Word } from './words.ts';

/** The words recognised in one window. */
export interface Heard {
  window: number;
  language: string;
  words: Word[];
}

/** The most windows that are read side by side: more take memory and gain little. */
const maxContexts = 4;
/** Estimates the megabytes of a context: its weights, and its working memory, which grows with them. */
const estimateContextMb = (fileBytes: number): number => 250 + (1.35 * fileBytes) / 1024 ** 2;

interface Contexts {
  contexts: WhisperContext[];
  threadsEach: number;
}

/** The place of a window's samples, in bytes. */
interface Window {
  window: number;
  from: number;
  bytes: number;
}

const opened = new Map<string, WhisperContext[]>();

const findWeights = (modelDir: string): string => {
  const name = readdirSync(modelDir).find(file => file.endsWith('.bin'));
  if (!name) throw new Error('the model has no file that ends in .bin');
  return join(modelDir, name);
};

/** Lists the open contexts of a model: those of the fast binding, or of the complete one. */
function listOpened(modelDir: string, quick: boolean): WhisperContext[] {
  const name = `${modelDir} ${quick}`;
  const known = opened.get(name) ?? [];
  opened.set(name, known);
  return known;
}

/** Counts the contexts that the model's declared memory holds. */
const countHeld = ({ modelDir, settings }: InferTask): number =>
  Math.floor(
    Number(settings.memoryMb ?? engine.heavyMb) / estimateContextMb(statSync(findWeights(modelDir)).size),
  );

/**
 * Opens as many contexts as windows are read at once and as the model's declared memory holds. They share the threads,
 * best one each: threads of one context spin while they wait for each other, and take five times as long where the
 * machine has other work.
 */
function openContexts(task: InferTask, windows: number, quick: boolean): Contexts {
  const { modelDir, threads } = task;
  const file = findWeights(modelDir);
  const known = listOpened(modelDir, quick);
  const held = countHeld(task) - listOpened(modelDir, !quick).length;
  const most = Math.max(1, Math.min(threads, quick ? 1 : maxContexts, held));
  const count = Math.min(most, windows);
  while (known.length < count) known.push(quick ? openQuickContext(file) : openContext(file));
  return { contexts: known.slice(0, count), threadsEach: Math.floor(threads / most) };
}

/**
 * Transcribes windows of speech. `input` holds 16-bit samples at 16 kHz, one channel, the windows one after the other;
 * `params.windows` is the number of samples of each, separated by commas. Each window is also reported as soon as it is
 * known. A model that knows only English says so (`englishOnly`), and recognises nothing where another language is
 * asked for.
 */
export const infer: Infer = async task => {
  const { params, settings } = task;
  const { language = 'auto', translate = false } = params;
  const englishOnly = settings.multilingual === false;
  if (englishOnly && (translate || !['auto', 'en'].includes(String(language))))
    return { englishOnly, windows: [] };
  const bytes = await readFile(task.input);
  const lengths = String(params.windows).split(',').map(Number);
  const windows = lengths.map((length, window): Window => {
    const before = lengths.slice(0, window).reduce((sum, length) => sum + length, 0);
    return { window, from: bytes.byteOffset + 2 * before, bytes: 2 * length };
  });
  const options = {
    language: englishOnly ? 'en' : String(language),
    translate: translate === true,
    maxThreads: 1,
    // Pieces are as short as possible and have times; words are made of them.
    maxLen: 1,
    tokenTimestamps: true,
    temperature: Number(params.temperature ?? 0),
    prompt: String(params.prompt ?? ''),
  };
  const choose = (quick: boolean): WhisperContext[] => {
    const { contexts, threadsEach } = openContexts(task, lengths.length, quick);
    options.maxThreads = threadsEach;
    return contexts;
  };
  const heard: Heard[] = [];
  const read = async (context: WhisperContext, { window, from, bytes: length }: Window): Promise<Heard> => {
    const samples = bytes.buffer.slice(from, from + length) as ArrayBuffer;
    return describeHeard(window, await context.transcribeData(samples, options));
  };
  const keep = (told: Heard) => {
    heard.push(told);
    task.partial(told);
    task.progress(heard.length / lengths.length);
  };
  // Speech in other languages is read again by the complete binding, which needs memory in addition to the quick one.
  const mayBeQuick = isQuick() && !translate && (englishOnly || countHeld(task) > 1);
  let contexts = choose(mayBeQuick && ['auto', 'en'].includes(options.language));
  const waiting = [...windows];
  if (options.language === 'auto') {
    // One language is used throughout, found in the longest window: a window of a few names would be taken for another
    // language.
    const [longest] = waiting.splice(lengths.indexOf(Math.max(...lengths)), 1) as [Window];
    let told = await read(contexts[0]!, longest);
    options.language = told.language;
    // The quick binding loses characters of other languages.
    if (mayBeQuick && told.language !== 'en') {
      contexts = choose(false);
      told = await read(contexts[0]!, longest);
    }
    keep(told);
  }
  await Promise.all(
    contexts.map(async context => {
      for (let window = waiting.shift(); window !== undefined; window = waiting.shift())
        keep(await read(context, window));
    }),
  );
  return { englishOnly, windows: heard.sort((a, b) => a.window - b.window) };
};

const describeHeard = (window: number, transcription: Transcription): Heard => ({
  window,
  language: transcription.language ?? 'en',
  words: makeWords(transcription),
});
