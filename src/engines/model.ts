/**
 * The function that an engine's `infer.ts` exports as `infer`, and its argument. It is loaded only inside a model host.
 */

export type InferParams = Record<string, string | number | boolean>;

/** One call of a model on raw numbers. No caller's file ever comes here, only samples or pixels decoded from it elsewhere. */
export interface InferTask {
  /** The model's folder, which cannot be written to. */
  modelDir: string;
  /** A raw file of samples or pixels. */
  input: string;
  /** The path for the raw result, for models that make samples or pixels. */
  output?: string;
  params: InferParams;
  /** The settings in the model's entry of the manifest. */
  settings: Record<string, unknown>;
  /** The number of threads the runtime may use: it has the processor to itself for this call. */
  threads: number;
  /** Reports how much of this call is done, from 0 to 1. */
  progress(fraction: number): void;
  /**
   * Reports a piece of the result as soon as it is known, such as a recognised sentence. It may be anything that JSON
   * can hold.
   */
  partial(value: unknown): void;
}

/** Runs the model and resolves with the small facts it finds. Its session is kept from call to call, by `modelDir`. */
export type Infer = (task: InferTask) => Promise<Record<string, unknown>>;
