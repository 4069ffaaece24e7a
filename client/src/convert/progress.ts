import type { JobState, PartialText } from '../resources/jobs.ts';
import type { TransferProgress } from '../transfers/progress.ts';

/** How far a conversion is: its file on the way, then its job in the queue, then at work. */
export type ConvertProgress =
  | ({ stage: 'uploading' } & TransferProgress)
  | { stage: 'queued'; jobId: string }
  | { stage: 'processing'; jobId: string /** Percent. */; progress: number };

export interface Watching {
  onProgress?: ((progress: ConvertProgress) => void) | undefined;
  /** What is said, piece by piece, while speech is still being recognised. */
  onPartialText?: ((text: PartialText) => void) | undefined;
  /** Aborting cancels the job, too. */
  signal?: AbortSignal | undefined;
}

/** A short job may have ended before anybody saw it at work: its end is told as all of the work done. */
export function tellState(onProgress: Watching['onProgress'], { id, status, progress }: JobState): void {
  if (status === 'queued') onProgress?.({ stage: 'queued', jobId: id });
  else if (status === 'processing') onProgress?.({ stage: 'processing', jobId: id, progress });
  else if (status === 'completed') onProgress?.({ stage: 'processing', jobId: id, progress: 100 });
}
