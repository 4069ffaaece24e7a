import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts write-only options before they are stored in the database. */
export interface Secrets {
  seal(value: Record<string, unknown>): Buffer;
  open(sealed: Buffer): Record<string, unknown>;
}

export function createSecrets(secretKey: string): Secrets {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'filemill job secrets', 32));
  return {
    seal(value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return JSON.parse(
        Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'),
      );
    },
  };
}
