import { expect, test } from 'vitest';
import { gatherQuestions } from './gather-questions.ts';

test('batches requests made during a running statement into the next, and answers each separately', async () => {
  const groups: number[][] = [];
  let answer = () => {};
  const ask = gatherQuestions(async (questions: number[]) => {
    groups.push(questions);
    if (groups.length === 1) await new Promise<void>(resolve => (answer = resolve));
    return questions.map(n => n * 10);
  });
  const first = ask(1);
  await expect.poll(() => groups.length).toBe(1);
  const others = [ask(2), ask(3), ask(4)];
  answer();
  expect(await first).toBe(10);
  expect(await Promise.all(others)).toEqual([20, 30, 40]);
  expect(groups).toEqual([[1], [2, 3, 4]]);
});

test('a failed batch rejects all its requests, and the next one runs', async () => {
  const ask = gatherQuestions(async (questions: string[]) => {
    if (questions.includes('broken')) throw new Error('cut');
    return questions;
  });
  const outcomes = await Promise.allSettled([ask('broken'), ask('a')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('b')).toBe('b');
});

test('a batch that is never answered does not block others', async () => {
  const ask = gatherQuestions(async (questions: string[]) => {
    if (questions.includes('lost')) await new Promise(() => {});
    return questions;
  });
  void ask('lost');
  await new Promise(resolve => setImmediate(resolve));
  expect(await ask('a')).toBe('a');
});
