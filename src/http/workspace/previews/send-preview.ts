import type { FastifyReply } from 'fastify';
import type { Preview } from '../../../domain/work/previews/preview.ts';

/** Sends a preview. Its content comes from a user's file, so it is never shown as a page of this site. */
export async function sendPreview(
  reply: FastifyReply,
  { contentType, size, read }: Preview,
  caching: string,
): Promise<FastifyReply> {
  const content = await read();
  return reply
    .headers({
      'content-type': contentType,
      'content-length': size,
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'cache-control': caching,
    })
    .send(content);
}
