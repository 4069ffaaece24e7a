/** Words from and up to, in the old and in the new document. */
export interface Range {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}
