/** Generates a unique key. Pages loaded without TLS have no `randomUUID`, and Node 18 has no global `crypto`. */
export function makeRandomKey(): string {
  const bytes = new Uint8Array(16);
  if (globalThis.crypto) globalThis.crypto.getRandomValues(bytes);
  else for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.random() * 256;
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
