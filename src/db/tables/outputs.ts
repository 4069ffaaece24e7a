/** The place where results are also written: the id of a connection and the template of a key. */
export interface Place {
  connection: string;
  key: string;
}
