import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { putEvery, takeEvery } from '../../../audio/interleave.ts';

const runFfmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** FFmpeg's description of a tone in each channel, for `-f lavfi -i`. */
export const describeTones = (frequencies: number[], seconds: number, rate = 44_100): string =>
  `aevalsrc=${frequencies.map(f => `0.5*sin(2*PI*${f}*t)`).join('|')}:s=${rate}:d=${seconds}`;

/** Makes a media file with the given arguments between FFmpeg's own and the path. */
export function makeMedia(path: string, ...args: string[]): string {
  runFfmpeg(...args, path);
  return path;
}

/** Makes a second of sound whose samples are marked as encrypted, as in a file that a shop sold. */
export function makeLocked(path: string): string {
  makeMedia(path, '-f', 'lavfi', '-i', describeTones([440], 1), '-c:a', 'aac');
  const bytes = readFileSync(path);
  bytes.write('drms', bytes.indexOf('mp4a', bytes.indexOf('stsd')), 'latin1');
  writeFileSync(path, bytes);
  return path;
}

/** Reads a file with FFmpeg alone, as one array a channel. */
export function readChannels(path: string, channels: number, ...args: string[]): Float32Array[] {
  const raw = `${path}.f32`;
  runFfmpeg('-i', path, ...args, '-f', 'f32le', raw);
  const bytes = readFileSync(raw);
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  return splitChannels(samples, channels);
}

export const splitChannels = (samples: Float32Array, channels: number): Float32Array[] =>
  Array.from({ length: channels }, (_, c) =>
    takeEvery(channels, samples, c, new Float32Array(samples.length / channels)),
  );

/** Measures the amplitude of a tone of this frequency in a signal. */
export function measureAmplitude(signal: Float32Array, frequency: number, rate: number): number {
  let [re, im] = [0, 0];
  for (let at = 0; at < signal.length; at++) {
    const angle = (2 * Math.PI * frequency * at) / rate;
    re += signal[at]! * Math.cos(angle);
    im += signal[at]! * Math.sin(angle);
  }
  return (2 * Math.hypot(re, im)) / signal.length;
}

/** Writes channels as a WAV of floating point. */
export function writeChannels(path: string, channels: Float32Array[], rate: number): string {
  const frames = Math.max(...channels.map(({ length }) => length));
  const samples = new Float32Array(frames * channels.length);
  for (const [c, channel] of channels.entries()) putEvery(channels.length, channel, c, samples);
  writeFileSync(`${path}.f32`, samples);
  const raw = ['-f', 'f32le', '-ar', String(rate), '-ac', String(channels.length), '-i', `${path}.f32`];
  return makeMedia(path, ...raw, '-c:a', 'pcm_f32le');
}
