/**
 * Whether to skip tests that need an engine, a model or a privilege: a developer may lack it.
 * If `CI` is set, nothing may be missing, so those tests run and fail.
 */
export const isMissing = (needed: unknown): boolean => !needed && !process.env.CI;

/** Whether this is `npm run test:all`, which adds the slow variants of what `npm test` covers. */
export const runsAll = process.env.TEST_ALL === '1';

/** All cases for `npm run test:all`, and the first few of them for `npm test`. */
export const takeSome = <Case>(cases: readonly Case[], count: number): Case[] =>
  runsAll ? [...cases] : cases.slice(0, count);
