/** A model on this worker: its weights and the engine that runs it. */
export interface WorkerModel {
  name: string;
  /** The engine whose `infer.ts` runs it. */
  engine: string;
  /** The folder with its weights. */
  dir: string;
  /** The engine's settings from the model's entry in the manifest. */
  settings: Record<string, unknown>;
  /** The memory that its host uses at work. */
  memoryMb: number;
}

/**
 * Finds the installed model of this name. It is looked up every time, since models are installed and removed
 * while a worker runs.
 */
export type FindModel = (name: string) => WorkerModel | undefined;
