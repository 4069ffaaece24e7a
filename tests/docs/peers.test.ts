import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = new URL('../../docs/peers.md', import.meta.url);
const rows = readFileSync(page, 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| '))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')));

/** Rows of the tables: a scenario, how often each suite has it, what we have for it, and the result. */
const compared = rows.filter(([, count = '']) => /^(G\d+)?( ?S\d+)?$/.test(count) && count !== '');

test('every test linked in docs/peers.md exists, and every match links one', () => {
  for (const [scenario = '', , , result = ''] of compared) {
    const links = [...result.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    for (const link of links) expect(existsSync(new URL(link, page)), link).toBe(true);
    if (/^(Matched|Another way|In part)/.test(result)) expect(links, scenario).not.toEqual([]);
    else expect(result, scenario).toMatch(/^(No|None)\b/);
  }
});

test('the totals in docs/peers.md equal the sums of its rows', () => {
  const count = (suite: 'G' | 'S', results: RegExp) =>
    compared
      .filter(([, , , result = '']) => results.test(result))
      .reduce((sum, [, counts = '']) => sum + Number(new RegExp(`${suite}(\\d+)`).exec(counts)?.[1] ?? 0), 0);
  const kinds = {
    matched: /^Matched/,
    'matched in another way': /^Another way/,
    'matched in part': /^In part/,
    'not matched': /^No\b/,
    'no counterpart, on purpose': /^None/,
    scenarios: /./,
  };
  for (const [name, results] of Object.entries(kinds))
    expect(
      rows.find(([first]) => first === name),
      name,
    ).toEqual([name, String(count('G', results)), String(count('S', results))]);
});
