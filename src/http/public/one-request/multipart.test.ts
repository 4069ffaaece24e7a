import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
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

test('a form that has arrived is not refused because storing its files takes long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const raw = new IncomingMessage(new Socket());
    raw.headers['content-type'] = 'multipart/form-data; boundary=x';
    raw.push('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n');
    raw.push(null);
    const form = readForm(raw);
    expect(await form.next()).toMatchObject({ value: { name: 'a', text: 'b' } });
    await turn();
    vi.advanceTimersByTime(60_000);
    expect(await form.next()).toEqual({ done: true, value: undefined });
  } finally {
    vi.useRealTimers();
  }
});
