import type { JobState, PartialText } from '../resources/jobs.ts';
import type { TransferProgress } from '../transfers/progress.ts';

/** The progress of a conversion: uploading, queued, then processing. */
export type ConvertProgress =
  | ({ stage: 'uploading' } & TransferProgress)
  | { stage: 'queued'; jobId: string }
  | { stage: 'processing'; jobId: string /** The percentage done. */; progress: number };

export interface Watching {
  onProgress?: ((progress: ConvertProgress) => void) | undefined;
  /** Partial text while speech is being recognised. */
  onPartialText?: ((text: PartialText) => void) | undefined;
  /** Aborting also cancels the job. */
  signal?: AbortSignal | undefined;
}

/** A short job may end before it was seen processing, so its end is reported as 100 %. */
export function tellState(onProgress: Watching['onProgress'], { id, status, progress }: JobState): void {
  if (status === 'queued') onProgress?.({ stage: 'queued', jobId: id });
  else if (status === 'processing') onProgress?.({ stage: 'processing', jobId: id, progress });
  else if (status === 'completed') onProgress?.({ stage: 'processing', jobId: id, progress: 100 });
}
