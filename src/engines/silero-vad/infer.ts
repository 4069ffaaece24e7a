import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer } from '../model.ts';

/** The samples of one frame at 16 kHz, and how many before it the model wants to see again. */
const frame = 512;
const context = 64;
const stateSize = 128;
const stateLayers = 2;
/** Ten seconds of sound are one lane, and the two seconds before it let the model settle. */
const laneFrames = 312;
const settlingFrames = 62;

const sessions = new Map<string, Promise<InferenceSession>>();

function open(modelDir: string): Promise<InferenceSession> {
  const known = sessions.get(modelDir) ?? create(modelDir);
  sessions.set(modelDir, known);
  return known;
}

const create = (modelDir: string): Promise<InferenceSession> =>
  InferenceSession.create(join(modelDir, 'silero_vad_v6.onnx'), {
    // A run is too small to be shared among threads.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });

/** Reads 16-bit samples; a last odd byte is left out. */
const readSamples = (bytes: Buffer): Int16Array =>
  new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));

/**
 * Rates how likely each frame of 512 samples is speech, in hundredths. `input` holds 16-bit samples at 16 kHz, one
 * channel.
 */
export const infer: Infer = async ({ modelDir, input, progress }) => {
  const session = await open(modelDir);
  const samples = readSamples(await readFile(input));
  return { speech: await findSpeech(session, samples, progress) };
};

/**
 * Finds speech in lanes of the sound that go through the model side by side: one run a frame would take twenty times as
 * long.
 */
async function findSpeech(
  session: InferenceSession,
  samples: Int16Array,
  progress: (fraction: number) => void,
): Promise<number[]> {
  const frames = Math.ceil(samples.length / frame);
  const lanes = Math.max(1, Math.ceil(frames / laneFrames));
  const speech = new Array<number>(frames).fill(0);
  const rate = new Tensor('int64', BigInt64Array.from([16_000n]), []);
  const input = new Float32Array(lanes * (context + frame));
  const shapeOfState = [stateLayers, lanes, stateSize];
  let state = new Tensor('float32', new Float32Array(stateLayers * lanes * stateSize), shapeOfState);
  for (let step = -settlingFrames; step < Math.min(laneFrames, frames); step++) {
    if (step === 0) forgetFirstLane(state, lanes);
    for (let lane = 0; lane < lanes; lane++) {
      const from = (lane * laneFrames + step) * frame - context;
      const at = lane * (context + frame);
      for (let i = 0; i < context + frame; i++) input[at + i] = (samples[from + i] ?? 0) / 32_768;
    }
    const shape = [lanes, context + frame];
    const told = await session.run({ input: new Tensor('float32', input, shape), state, sr: rate });
    state = told.stateN as typeof state;
    const likely = told.output!.data as Float32Array;
    for (let lane = 0; lane < lanes && step >= 0; lane++) {
      const at = lane * laneFrames + step;
      if (at < frames) speech[at] = Math.round(likely[lane]! * 100);
    }
    if (step % 64 === 0) progress(Math.max(0, step) / laneFrames);
  }
  return speech;
}

/** Resets the model before the sound begins: after invented silence it would take noise for speech. */
function forgetFirstLane({ data }: Tensor, lanes: number): void {
  for (let layer = 0; layer < stateLayers; layer++) {
    const at = layer * lanes * stateSize;
    (data as Float32Array).fill(0, at, at + stateSize);
  }
}
