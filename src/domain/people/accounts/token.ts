import { createHash, randomBytes } from 'node:crypto';

/** The secret of a link that is shown once; only its hash is kept. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
