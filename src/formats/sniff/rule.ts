/** Whether a file, as far as its first bytes and its size tell, can be of a format. */
export type Rule = (head: Uint8Array, size: number) => boolean;
