import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readForm } from './multipart.ts';

test.each([false, true])(
  'a form whose client has gone away before it is read is refused',
  async isComplete => {
    const raw = new IncomingMessage(new Socket());
    raw.headers['content-type'] = 'multipart/form-data; boundary=x';
    raw.complete = isComplete;
    raw.destroy();
    await once(raw, 'close');
    await expect(readForm(raw).next()).rejects.toThrow('The body broke off.');
  },
);
