/** A piece of a transcript sent while its job still runs: the text between two times of the sound. */
export interface PartialText {
  start: number;
  end: number;
  text: string;
}
