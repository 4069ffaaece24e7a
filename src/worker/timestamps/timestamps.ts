import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { JobFailure } from '../../contract/failure.ts';
import type { Timestamp } from '../../jobs/run.ts';
import { limits } from '../../settings/limits.ts';
import { createAgent } from '../deliveries/agent.ts';

/** Asks a timestamp server to confirm when a digest existed. */
export interface Timestamps {
  /** `digest` is a SHA-256 digest in hexadecimal. Rejects with a `JobFailure` if no server answers. */
  ask(digest: string, signal: AbortSignal): Promise<Timestamp>;
  close(): Promise<void>;
}

const nonceBytes = 8;

/** The parts of a request that are the same for every SHA-256 digest, in DER (RFC 3161, section 2.4.1). */
const der = {
  /** A sequence of 67 bytes: version 1, then a sequence with the algorithm SHA-256 and a digest of 32 bytes. */
  head: Buffer.from('3043020101' + '3031' + '300d06096086480165030402010500' + '0420', 'hex'),
  nonce: Buffer.from([0x02, nonceBytes]),
  /** The answer shall contain the server's certificate. */
  wantsCertificate: Buffer.from('0101ff', 'hex'),
};

function makeNonce(): Buffer {
  const nonce = randomBytes(nonceBytes);
  // The first byte is neither negative nor zero, so that the number always has the same length.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  return nonce;
}

async function post(
  url: string,
  body: Buffer,
  settings: { dispatcher: ReturnType<typeof createAgent>; signal: AbortSignal },
) {
  const { statusCode, body: answer } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body,
    ...settings,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limits.timestampBytes)
      throw new Error(`the answer has more than ${limits.timestampBytes} bytes`);
  }
  if (statusCode !== 200) throw new Error(`HTTP status ${statusCode}`);
  return Buffer.concat(chunks);
}

/**
 * Asks the operator's servers in order, until one answers. They are the only destinations that can be reached. A server learns the digest
 * of a signature and nothing else, and its answer is read inside the sandbox.
 */
export function createTimestamps(servers: readonly string[]): Timestamps {
  const agent = createAgent({
    allowHosts: servers.map(server => new URL(server).host),
    connectMs: limits.connectSeconds * 1000,
  });
  return {
    async ask(digest, signal) {
      const nonce = makeNonce();
      const body = Buffer.concat([
        der.head,
        Buffer.from(digest, 'hex'),
        der.nonce,
        nonce,
        der.wantsCertificate,
      ]);
      const problems: string[] = [];
      for (const server of servers) {
        const settings = {
          dispatcher: agent,
          signal: AbortSignal.any([signal, AbortSignal.timeout(limits.timestampSeconds * 1000)]),
        };
        try {
          const response = await post(server, body, settings);
          return { nonce: nonce.toString('hex'), response: response.toString('base64') };
        } catch (error) {
          signal.throwIfAborted();
          problems.push(`${server}: ${(error as Error).message}`);
        }
      }
      throw new JobFailure('timestamp_unavailable', problems.join('; '));
    },
    close: () => agent.destroy(),
  };
}
