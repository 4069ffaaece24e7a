// A route handler for Next.js, Hono, Remix and similar frameworks: takes a form with `file` and `to` and responds with
// the converted file.
import { Filemill, FilemillError } from '@filemill/client';

const filemill = new Filemill({ baseUrl: process.env.FILEMILL_URL, apiKey: process.env.FILEMILL_API_KEY });

/** Errors that the sender can fix; all others are ours. */
const senderFaults = new Set([
  'validation_failed',
  'invalid_file_type',
  'file_too_large',
  'processing_failed',
]);

export async function POST(request) {
  const form = await request.formData();
  const file = form.get('file');
  if (!(file instanceof File))
    return Response.json({ error: 'Send a file in the field file.' }, { status: 400 });
  try {
    // The job is canceled when the visitor disconnects.
    const result = await filemill.convert(file, { to: String(form.get('to')), signal: request.signal });
    const { filename, contentType, size, stream } = await result.download();
    return new Response(stream(), {
      headers: {
        'content-type': contentType,
        'content-length': String(size),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      },
    });
  } catch (error) {
    if (error instanceof FilemillError && senderFaults.has(error.code))
      return Response.json({ error: error.message, code: error.code }, { status: 422 });
    throw error;
  }
}
