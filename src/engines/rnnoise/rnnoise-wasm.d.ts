declare module '@echogarden/rnnoise-wasm' {
  export interface RNNoise {
    HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _rnnoise_create(model: 0): number;
    _rnnoise_destroy(state: number): void;
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  export default function create(): Promise<RNNoise>;
}
