/** A piece of a transcript that is known while its job still runs: what is said between two seconds of the sound. */
export interface PartialText {
  start: number;
  end: number;
  text: string;
}
