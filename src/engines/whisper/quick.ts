import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transcription, TranscriptionOptions, WhisperContext } from './binding.ts';

/**
 * Another binding of whisper.cpp, for x64: the one we use elsewhere is built there for processors of 2003, and takes
 * twelve times as long. It leaves out pieces that are not whole characters, so it is used for English speech only, and
 * it blocks its process while it works.
 */
interface Binding {
  Whisper: {
    new (
      file: string,
      options: { useGpu: boolean; flashAttn: boolean },
    ): {
      full(params: Params, samples: Float32Array): string;
      /** The language of the last call, which was told or found out. */
      readonly fullLangId: number;
    };
    lang(id: number): string | null;
  };
  WhisperFullParams: new (strategy: number) => Params;
}

interface Params {
  nThreads: number;
  language: string;
  translate: boolean;
  temperature: number;
  initialPrompt: string;
  maxLen: number;
  tokenTimestamps: boolean;
  noContext: boolean;
  printProgress: boolean;
  printRealtime: boolean;
  printTimestamps: boolean;
  onNewSegment: (piece: Piece) => void;
}

/** A piece of the text without the spaces around it. Its times are in hundredths of a second. */
interface Piece {
  text: string;
  start: number;
  end: number;
}

const require = createRequire(import.meta.url);
const packageName = '@napi-rs/whisper-linux-x64-gnu';
const greedy = 0;
/** The time to wait for the last pieces. */
const tellMs = 5000;
/** The processor features that it is built for. */
const needed = ['avx2', 'fma', 'f16c'];

/** Tells whether the package is installed: npm leaves out an optional one that it could not fetch. */
function isInstalled(): boolean {
  try {
    return require.resolve(packageName) !== '';
  } catch {
    return false;
  }
}

/** Tells whether the binding is installed and this machine can run it. */
export function isQuick(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !isInstalled()) return false;
  const [, flags = ''] = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8')) ?? [];
  const there = new Set(flags.trim().split(' '));
  return needed.every(flag => there.has(flag));
}

const countLetters = (text: string): number => text.replace(/\s+/g, '').length;

/** Gives the pieces the spaces that stand before them in the whole text. */
export function placePieces(text: string, pieces: Piece[]): Transcription['segments'] {
  let at = 0;
  return pieces.map(({ text: piece, start, end }) => {
    const found = text.indexOf(piece, at);
    const to = found < 0 ? at : found + piece.length;
    const whole = found < 0 ? piece : text.slice(at, to);
    at = to;
    return { text: whole, t0: start * 10, t1: end * 10 };
  });
}

export function openQuickContext(filePath: string): WhisperContext {
  const { Whisper, WhisperFullParams } = require(packageName) as Binding;
  // Flash attention, which saves memory on graphics cards, takes twice as long on processors.
  const whisper = new Whisper(filePath, { useGpu: false, flashAttn: false });

  async function transcribe(samples: ArrayBuffer, options: TranscriptionOptions): Promise<Transcription> {
    const pieces: Piece[] = [];
    const params = Object.assign(new WhisperFullParams(greedy), {
      nThreads: options.maxThreads,
      language: options.language,
      translate: options.translate,
      temperature: options.temperature,
      initialPrompt: options.prompt,
      maxLen: options.maxLen,
      tokenTimestamps: options.tokenTimestamps,
      noContext: true,
      printProgress: false,
      printRealtime: false,
      printTimestamps: false,
      onNewSegment: (piece: Piece) => void pieces.push(piece),
    });
    // The pieces of the window before are delivered first.
    await nextTurn();
    const result = whisper.full(
      params,
      Float32Array.from(new Int16Array(samples), sample => sample / 32_768),
    );
    // The pieces are delivered after this turn of the event loop.
    const until = performance.now() + tellMs;
    const countTold = () => pieces.reduce((sum, { text }) => sum + countLetters(text), 0);
    while (countTold() < countLetters(result)) {
      if (performance.now() > until) throw new Error('the pieces of a text were not told');
      await nextTurn();
    }
    const language =
      options.language === 'auto' ? (Whisper.lang(whisper.fullLangId) ?? 'en') : options.language;
    return { result, language, segments: placePieces(result, pieces) };
  }

  return { transcribeData: (samples, options) => transcribe(samples, options) };
}
