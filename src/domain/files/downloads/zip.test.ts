import { expect, test } from 'vitest';
import { chooseNames } from './zip.ts';

const name = (path: string) => ({ filename: 'a.txt', path });

test('files of the same name get numbers, whatever their case, also where a folder has the name', () => {
  const paths = ['a/b.txt', 'A/B.txt', 'a/b.txt', 'a', 'b.txt/c', 'a-2', 'c'];
  expect(chooseNames(paths.map(name))).toEqual([
    'a/b.txt',
    'A/B-2.txt',
    'a/b-3.txt',
    'a-2',
    'b.txt/c',
    'a-2-2',
    'c',
  ]);
});

test('thousands of files deep within folders are named without listing the folders', () => {
  const paths = Array.from({ length: 3000 }, (_, at) => `${at}/${'a/'.repeat(450)}b`);
  const before = process.threadCpuUsage();
  expect(chooseNames(paths.map(name))).toEqual(paths);
  expect(process.threadCpuUsage(before).user / 1000, 'milliseconds').toBeLessThan(500);
});
