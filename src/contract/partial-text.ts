/** What is said from one second of a sound to another, known before the job has ended. */
export interface PartialText {
  start: number;
  end: number;
  text: string;
}
