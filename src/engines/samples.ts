/** Raw sound: 16-bit samples, little end first. A last odd byte is left out. */
export const readSamples = (bytes: Buffer): Int16Array =>
  new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
