import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../rows/secrets.ts';

/** Makes a secret as the Standard Webhooks specification requires: 24 to 64 random bytes. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const sealSecret = (secrets: Secrets, secret: string): Buffer => secrets.seal({ secret });

export const openSecret = (secrets: Secrets, sealed: Buffer): string => String(secrets.open(sealed).secret);
