import { expect, test } from 'vitest';
import { isRebound } from './rebound.ts';

test.each([
  'localhost:3001',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '127.0.0.1:9',
  '[::1]:3001',
  'filemill',
  '',
])('%s is a name of this machine', host => {
  expect(isRebound(host, '127.0.0.1')).toBe(false);
});

test.each(['evil.example', 'EVIL.example:3001', '127.0.0.1.evil.example', 'localhost.evil.example'])(
  '%s is not',
  host => {
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isRebound(host, peer)).toBe(true);
    expect(isRebound(host, '10.0.0.7'), 'by another machine').toBe(false);
  },
);

test('nor is the name that the operator gave it refused', () => {
  expect(isRebound('files.example:443', '127.0.0.1', 'files.example')).toBe(false);
});
