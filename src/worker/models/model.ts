/** A model as a worker has it: where its weights lie and what runs them. */
export interface ModelHere {
  name: string;
  /** The engine whose `infer.ts` runs it. */
  engine: string;
  /** The folder with its weights. */
  dir: string;
  /** What its entry in the manifest says to the engine. */
  settings: Record<string, unknown>;
  /** What its host takes at work. */
  memoryMb: number;
}

/** The model of this name, where it is installed: looked up anew each time, since models come and go while a worker runs. */
export type FindModel = (name: string) => ModelHere | undefined;
