export { decodeSound } from './decode.ts';
export { openEncoder } from './encode.ts';
export { inspectSound } from './inspect.ts';
export { resampleSound } from './resample.ts';
export type { Samples } from './samples.ts';
