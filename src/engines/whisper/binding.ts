import { createRequire } from 'node:module';

/** The part of whisper.cpp's Node binding that is used here. Its package has no types of its own. */
export interface Transcription {
  /** The whole text, which the pieces make up. */
  result: string;
  language?: string;
  /** Times are in milliseconds. */
  segments: { text: string; t0: number; t1: number }[];
}

export interface TranscriptionOptions {
  language: string;
  translate: boolean;
  maxThreads: number;
  maxLen: number;
  tokenTimestamps: boolean;
  temperature: number;
  prompt: string;
}

export interface WhisperContext {
  /** 16-bit samples at 16 kHz. */
  transcribeData(samples: ArrayBuffer, options: TranscriptionOptions): Promise<Transcription>;
}

interface Binding {
  WhisperContext: {
    new (options: {
      filePath: string;
      useGpu: boolean;
      useFlashAttn: boolean;
    }): {
      transcribeData(
        samples: ArrayBuffer,
        options: TranscriptionOptions,
      ): { promise: Promise<Transcription> };
    };
    toggleNativeLog(on: boolean, listener?: () => void): void;
  };
}

/** Loads the package for this machine's processor: the one around it would bring those of graphics cards too. */
const load = (): Binding =>
  createRequire(import.meta.url)(`@fugood/node-whisper-${process.platform}-${process.arch}`) as Binding;

let binding: Binding | undefined;

/** Reads the model into memory. The hundred lines that it logs about itself are dropped. */
export function openContext(filePath: string): WhisperContext {
  binding ??= load();
  binding.WhisperContext.toggleNativeLog(true, () => {});
  try {
    const context = new binding.WhisperContext({ filePath, useGpu: false, useFlashAttn: true });
    return { transcribeData: (samples, options) => context.transcribeData(samples, options).promise };
  } finally {
    binding.WhisperContext.toggleNativeLog(false);
  }
}
