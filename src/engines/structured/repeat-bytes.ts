/** Copies bytes from `offset` before a place to it, one by one: a stretch longer than `offset` repeats itself. */
export function repeatBytes(target: Uint8Array, place: number, offset: number, length: number): void {
  for (let at = place; at < place + length; at++) target[at] = target[at - offset]!;
}
