import { createHash, randomBytes } from 'node:crypto';

/** Makes the secret of a link. It is shown once, and only its hash is stored. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
