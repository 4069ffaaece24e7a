import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BuiltFile, type Encoding, suffixes } from './dist.ts';

/** The Cache-Control of files whose names carry a hash of their content. */
export const keptForever = 'public, max-age=31536000, immutable';

function chooseEncoding(request: FastifyRequest, { encodings }: BuiltFile): Encoding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return encodings.find(encoding => new RegExp(`\\b${encoding}\\b(?!;\\s*q=0(\\.0+)?\\b)`).test(accepted));
}

/** Sends a built file in the best encoding that the client accepts, or 304 if the client has it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  headers: Record<string, string>,
) {
  const encoding = chooseEncoding(request, file);
  const path = encoding ? file.path + suffixes[encoding] : file.path;
  const { size, mtimeMs } = await stat(path);
  const etag = `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  reply.headers({ etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff', ...headers });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply
    .headers({
      'content-type': file.type,
      'content-length': size,
      ...(encoding && { 'content-encoding': encoding }),
    })
    .send(createReadStream(path));
}
