/** What an engine's `infer.ts` exports as `infer`, and what it is given. It is loaded only inside a model host. */

export type InferParams = Record<string, string | number | boolean>;

/** One call of a model on raw numbers. No caller's file ever comes here, only samples or pixels decoded from it elsewhere. */
export interface InferTask {
  /** The model's folder, which cannot be written to. */
  modelDir: string;
  /** A raw file of samples or pixels. */
  input: string;
  /** Where the raw result shall lie, for models that make samples or pixels. */
  output?: string;
  params: InferParams;
  /** What the model's entry in the manifest says of it. */
  settings: Record<string, unknown>;
  /** Threads the runtime may use: it has the processor to itself for this call. */
  threads: number;
  /** 0 to 1, of this call. */
  progress(fraction: number): void;
  /** Tells a piece of the result as soon as it is known, such as a recognised sentence. Anything JSON can say. */
  partial(value: unknown): void;
}

/** Resolves with the small facts the model tells. Keeps its session from call to call, by `modelDir`. */
export type Infer = (task: InferTask) => Promise<Record<string, unknown>>;
