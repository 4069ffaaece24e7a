import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { ApiError } from '../../../contract/errors.ts';
import { limits } from '../../../settings/limits.ts';

/** One part of a form: a field with its text, or a file to be read before the next part comes. */
export type FormPart =
  | { name: string; text: string }
  | { name: string; filename: string | undefined; contentType: string; chunks: AsyncIterable<Uint8Array> };

const stuckEveryMs = 500;

const malformed = (message: string): ApiError => new ApiError('validation_failed', { message });

function openForm(raw: IncomingMessage) {
  try {
    return new Busboy({
      headers: raw.headers as { 'content-type': string },
      fileHwm: 256 * 1024,
      isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
      limits: {
        fieldSize: limits.formTextBytes,
        fields: limits.formFields,
        parts: limits.formParts,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw malformed('The form data has no boundary: send it as multipart/form-data; boundary=….');
  }
}

/** Yields the parts of a form as they arrive. A caller that stops early leaves the rest of the body unread. */
export async function* readForm(raw: IncomingMessage): AsyncGenerator<FormPart> {
  const form = openForm(raw);
  const parts: FormPart[] = [];
  const open = new Set<{ destroy(error: Error): void }>();
  let textBytes = 0;
  let failure: Error | undefined;
  let ended = false;
  let wake = () => {};
  const add = (part: FormPart) => {
    parts.push(part);
    wake();
  };
  const fail = (error: Error) => {
    failure ??= error;
    // At the end of the body the library reports parts beyond its limit as errors that nobody can listen to, which would end the process.
    raw.unpipe(form);
    for (const file of open) file.destroy(failure);
    wake();
  };
  // The type of the library says that a name is always given.
  form.on('field', (name: string | undefined, text, _nameCut, cut) => {
    if (name === undefined) return fail(malformed('A field of the form has no name.'));
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (cut || textBytes > limits.formTextBytes)
      fail(
        malformed(`The fields of the form have more than ${limits.formTextBytes} bytes, its files aside.`),
      );
    else add({ name, text });
  });
  form.on('fieldsLimit', () =>
    fail(malformed(`The form has more than ${limits.formFields} fields, its files aside.`)),
  );
  form.on('file', (name, file, filename, _encoding, contentType) => {
    open.add(file);
    file.once('close', () => open.delete(file));
    // The reader of the file gets its error. The error of a file that nobody reads must not be unhandled.
    file.on('error', () => {});
    if (failure) file.destroy(failure);
    else add({ name, filename, contentType, chunks: file });
  });
  form.on('partsLimit', () => fail(malformed(`The form has more than ${limits.formParts} parts.`)));
  const failInvalid = () => fail(malformed('The form data is not valid multipart/form-data.'));
  form.on('error', failInvalid);
  form.on('finish', () => {
    ended = true;
    wake();
  });
  const cutOff = () => {
    // A body that has arrived whole is lost too if its client goes away before it is read.
    if (!raw.readableEnded) fail(malformed('The body broke off.'));
  };
  raw.on('close', cutOff);
  raw.on('error', cutOff);
  raw.pipe(form);
  // The library neither ends nor fails at a part whose header has no end, although it has read all of the body.
  const stuck = setInterval(() => {
    if (!ended && form.writableFinished && open.size === 0) failInvalid();
  }, stuckEveryMs);
  // The client may have gone away before, which is not told again.
  if (raw.destroyed) cutOff();
  try {
    for (;;) {
      const part = parts.shift();
      if (part) yield part;
      else if (failure) throw failure;
      else if (ended) return;
      else await new Promise<void>(resolve => (wake = resolve));
    }
  } finally {
    clearInterval(stuck);
    raw.unpipe(form);
    raw.off('close', cutOff);
    // The form may end before the body does. The rest is read, because otherwise Node would not notice that the connection closes.
    if (raw.complete) raw.resume();
  }
}
