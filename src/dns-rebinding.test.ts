import { expect, test } from 'vitest';
import { isDnsRebinding } from './dns-rebinding.ts';

test.each([
  'localhost:3001',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '127.0.0.1:9',
  '[::1]:3001',
  'filemill',
  '',
])('accepts %s as a name of this machine', host => {
  expect(isDnsRebinding(host, '127.0.0.1')).toBe(false);
});

test.each(['evil.example', 'EVIL.example:3001', '127.0.0.1.evil.example', 'localhost.evil.example'])(
  'refuses %s from this machine as DNS rebinding',
  host => {
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(isDnsRebinding(host, peer)).toBe(true);
    expect(isDnsRebinding(host, '10.0.0.7'), 'by another machine').toBe(false);
  },
);

test('accepts the operator’s public name', () => {
  expect(isDnsRebinding('files.example:443', '127.0.0.1', 'files.example')).toBe(false);
});
